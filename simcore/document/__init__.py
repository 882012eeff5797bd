"""The three documents, what is wrong with them, and how they become arrays."""
