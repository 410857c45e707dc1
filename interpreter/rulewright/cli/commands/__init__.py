"""One module or package for each command, imported only when that command is called."""
