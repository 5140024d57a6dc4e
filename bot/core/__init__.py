"""Floor 0: the rules. Pure functions over frozen dataclasses; time and chance are arguments."""
