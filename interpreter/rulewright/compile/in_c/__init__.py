"""The second backend: the plain build's module, written again in C."""
