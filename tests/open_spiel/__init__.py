"""The same games here and in OpenSpiel, side by side. `python -m tests.open_spiel` prints what came of it."""
