"""`--untrusted`: rules of somebody unknown, in a process of their own that can take and change little."""
