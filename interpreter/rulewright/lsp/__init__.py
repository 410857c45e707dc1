"""The language server: what editors ask about rule files, YAML files and scenarios, answered by the workspace.

    project.py      which rulesets a file belongs to; paths and names in findings; unsaved texts; what was last known
    positions.py    lines and columns of findings to and from those of editors
    diagnostics.py  findings, and fixes as code actions
    navigation.py   definitions and uses
    meanings.py     what words of scenarios mean
    renaming.py     what changes with a name, in scenarios and replays too
    links.py        citations as links to passages
    outline.py      the parts of a file, and names in the whole project
    colours.py      kinds of words, for highlighting
    describing.py   hovering, and values beside the names of figures
    offers.py       what completion offers, and passages
    changing.py     what can be replaced, removed or changed of the rulesets below, offered and as actions
    completion.py   what fits at the cursor of a rule file
    yaml_place.py   under which keys of a YAML file the cursor is, and which keys it has
    yaml_schemas.py  what the schema says of a key or a value
    yaml_names.py   names that fit there in a scenario
    yaml_completion.py  what fits at the cursor of a YAML file
    signatures.py   the form of the sentence that is being typed
    lenses.py       scenarios, changes and what can be started, above rules and scenarios
    commands.py     what commands do: play scenarios, find what is never reached, compare, make a rulebook
    late.py         what is imported when it is first needed
    garbage.py      when cyclic garbage is collected
    wire.py         values of all these as the protocol has them (lsprotocol)
    protocol.py     what is no message is answered with an error (pygls)
    server.py       texts in, findings out, when there is a pause (pygls)
    execution.py    the commands by name
    answers.py      the other requests by method

Everything above `wire.py` works without the extra `[editor]` and returns plain values.

Besides the requests of the protocol there are commands, for `workspace/executeCommand`. Each takes one argument, an
object, and works on unsaved texts. `uri` is any file of a ruleset; a `location` is one of the protocol. What cannot be
done (rules with mistakes, a ruleset without base) is an error whose message says why. With `show: true`, which code
lenses send, the outcome is also sent as `window/showMessage`, for editors that do nothing with results.

    rulewright.rulesets   {}                              [{name, title, uri, base}]
        the rulesets in the workspace; `uri` is the manifest, `base` the name of the ruleset that it extends, or null
    rulewright.scenarios  {uri}                           [{name, location, rules}]
        the scenarios as written; `rules` are full names of the rules that each says it tests
    rulewright.test       {uri, names?, rule?}            {passed, failed, results: [{name, passed, location, lines}]}
        plays all scenarios, those of exactly these names, or those of a rule; `location` is the expectation that
        failed, `lines` what happened instead; played again under another ruleset, the name ends in "(under NAME)"
    rulewright.coverage   {uri, games?}                   {games, never: [{rule, kind, words, outcomes, reason,
                                                          location}]}
        what scenarios, and random games for each number of players (0 by default), never reach; `kind` is rule, step,
        option or condition, `outcomes` are reached, offered, taken, yes or no, `reason` is the written one, or ""
    rulewright.diff       {uri, other?}                   {title, rows, html, markdown}
        from another ruleset (by name or URI; its base by default) to this one; `rows` is the number of differences
    rulewright.rulebook   {uri, against?, language?}      {title, html, markdown}
        `against`: the name or URI of a ruleset; what differs from it is marked
    rulewright.play       {uri, rule?, scenario?, line?}  {command, folder, scenario}
        the words of a command line, and the folder in which to run it in a terminal; it begins at the position of the
        scenario named, of the one at a line of a scenario file (from 0), of the first that tests a rule, or else at the
        beginning, where `scenario` is null
    rulewright.open       {uri, location}                 null
        asks the editor to show a place (`window/showDocument`); code lenses send it
"""
