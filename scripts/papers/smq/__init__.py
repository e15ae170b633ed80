"""The paper on stealing multi-queues (SMQ)."""
