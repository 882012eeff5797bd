"""Records of projects, documents and runs, and the work on them."""
