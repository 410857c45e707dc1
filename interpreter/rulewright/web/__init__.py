"""Tables in the browser: a server, the tables on it, and the page, on starlette and uvicorn, the extra `web`.

    store.py          tables, decisions and links in SQLite
    course.py         the course of a game in one language: positions, what may be taken back
    live.py           a table that is played at
    hall.py           all tables and links, what the host may ask for, what computer players are to decide
    deeds.py          what a page at a table may ask for, and what it is answered
    lobby.py          what the lobby shows
    view.py           what a page shows, as parts of markup
    rendering.py      templates with the words of a language
    computers.py      computer players in other processes
    protocol.py       messages of pages: `schemas/web.schema.json`
    server.py         requests and connections, each with its own page (connection.py) and safe headers (headers.py)
    serving.py        from a command to a running server
    transports.py     sockets that are not kept for ever
    pages/            templates; every text in them is escaped
    static/           the script and the style of the page

The table itself is drawn by `report.drawing`; libraries of others are in `rulewright/vendored/`.

A message of a page goes from `server` over `protocol` to `hall`, which changes a table (`live`): first the decision is
written to the `store`, then the games in all languages go on, then every page gets those parts of its view that differ
from what it has. Views are made of what a seat may see (`report.table`) and of nothing else, and the number of messages
tells nothing: a page on which nothing has changed gets none. Tables live on one thread, connections on another.

Only `server`, `serving` and `transports` import what the extra installs. Tests: `tests/web/`.
"""
