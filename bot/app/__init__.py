"""Floor 1: use cases. One plain function for each thing that the product does, in one transaction."""
