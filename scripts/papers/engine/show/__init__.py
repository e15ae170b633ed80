"""Charts, tables of findings, and the report."""
