"""The broker and the processes of the one-command default."""
