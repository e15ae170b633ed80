"""Makes the figures and tables of the papers again, and judges their claims."""
