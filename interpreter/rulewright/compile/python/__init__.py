"""The first backend: blocks as plain Python functions over the vector."""
