"""What changes the records: the only place that does."""
