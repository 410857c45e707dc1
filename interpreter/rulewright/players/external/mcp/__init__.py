"""A seat for a language model: a server of the Model Context Protocol over standard input and output.

    rpc.py           JSON-RPC 2.0: lines in, answers out, errors with their numbers
    server.py        the methods of the protocol, and the tools
    sitting.py       the game that is played, with the model in one seat

Written by hand: the part of the protocol that tools need is four methods. The official package `mcp` 2.3.0 installs 28
packages (pydantic, starlette, uvicorn ...) of 70 MB and takes 0.7 s to import, for the same messages. Its client
was tried with this server.
"""
