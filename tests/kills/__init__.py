"""Commands that are killed at random moments: no completed work is lost, no process stays, no line is half."""
