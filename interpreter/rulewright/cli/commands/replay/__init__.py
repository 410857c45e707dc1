"""Games that were written down: told, played again and compared, gone on with."""
