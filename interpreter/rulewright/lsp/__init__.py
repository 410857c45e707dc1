"""The language server: what editors ask about rule files, YAML files and scenarios, answered by the workspace.

    project.py      which rulesets a file belongs to; paths and names in findings; unsaved texts
    positions.py    lines and columns of findings to and from those of editors
    diagnostics.py  findings, and fixes as code actions
    navigation.py   definitions, uses, renaming
    outline.py      the parts of a file, and names in the whole project
    describing.py   hovering, and the kinds of names for highlighting
    completion.py   what fits at the cursor
    server.py       the protocol (pygls)

Everything but `server.py` works without the extra `[editor]` and returns plain values, which is how it is tested.
"""
