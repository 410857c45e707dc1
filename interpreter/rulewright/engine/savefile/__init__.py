"""The save format: games as text files, by names, so that they survive changes of the rules they were played under.

Saves and replays share one format (`format`), which `validation` checks on reading. `games` converts between running
games and `SavedGame`, and resumes a saved game either by replaying its decisions (same rules) or from its vector (other
rules), after `consistency` has found nothing wrong with the vector. Whatever is wrong with a file raises `RulesError`.
"""
