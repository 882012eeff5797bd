"""What is read from the records; nothing here changes one."""
