"""Floor 3: what people see in Discord."""
