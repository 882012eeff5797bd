"""Runs: submitted by people, executed by workers, taken up again by recovery."""
