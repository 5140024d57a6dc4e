"""Floor 2: the database, its schema and its one writer."""
