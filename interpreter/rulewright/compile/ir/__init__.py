"""The typed intermediate representation: what the rules do, in a form that every code generator can express."""
