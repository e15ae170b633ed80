"""The paper on private deques (PD)."""
