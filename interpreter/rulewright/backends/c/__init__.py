"""The code generator for C: a plain program as one C file, compiled on this machine and called through ctypes."""
