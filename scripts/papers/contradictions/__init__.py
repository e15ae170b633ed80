"""Places where the papers contradict themselves or each other."""
