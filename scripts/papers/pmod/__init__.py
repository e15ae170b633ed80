"""The paper on PMOD."""
