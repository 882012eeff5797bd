"""The engine: from event to event, share, advance, finish."""
