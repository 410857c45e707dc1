"""One module for each game: `PAIR` says how what is said here is called in OpenSpiel. A new file is found by itself."""
