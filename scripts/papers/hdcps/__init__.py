"""The paper on drift-aware scheduling (HD-CPS)."""
