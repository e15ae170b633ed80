"""Six papers on schedulers: their figures made again, and verdicts on their claims."""
