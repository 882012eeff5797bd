"""The websocket of a run."""
