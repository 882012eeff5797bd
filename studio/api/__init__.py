"""REST under /api/v1/."""
