"""Readers against mutated files: nothing escapes, nothing takes long, nothing takes much memory."""
