"""The paper on relaxed schedulers for iterative algorithms."""
