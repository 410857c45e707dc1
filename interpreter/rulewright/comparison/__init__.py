"""Two rulesets compared, one package for each question.

`diff` answers what differs in the rules, without playing: `diff.rows`, and for a ruleset and its base
`diff.edits.changes`. `divergence` looks for the shortest game that both play differently: `divergence.search`
runs both programs in lockstep, `divergence.narrative.told` replays what was found, and
`divergence.shrinker.scenario_text` makes a scenario of it. `statistics` plays pairs of games with the same numbers
(`statistics.Match`) and estimates effect sizes (`statistics.Results`).

They share `toggles`, which switches single differences on. `divergence` and `statistics` may use `diff`, but not each
other.
"""
