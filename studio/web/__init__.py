"""The page, and the one-time link that signs the local owner in."""
