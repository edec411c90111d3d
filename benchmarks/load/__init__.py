"""Load for a server: players at many tables, each with its own WebSocket, who answer at fixed times.

The times do not depend on the server: a slow server gets the same number of answers, more of them at once. The latency
of an answer is counted from the time when it was due.
"""

PATIENCE = 60.0
"""Seconds after which anything that is waited for has failed."""
