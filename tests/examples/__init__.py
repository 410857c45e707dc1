"""What the pages in `examples/` say is so: every command on them is run, every folder is on the list."""
