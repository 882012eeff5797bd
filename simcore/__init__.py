"""Flow-level model of AI-cluster fabrics: arrays and equations, no web, no queue, no database."""
