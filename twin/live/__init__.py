"""What the viewers of a run get while it runs: frames, and the news that there is one."""
