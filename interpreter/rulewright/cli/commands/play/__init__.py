"""Playing at one table: what happens (session), what is typed (answers, commands), what is shown (screen, loop)."""
