"""The solver: who gets how much of what is shared."""
