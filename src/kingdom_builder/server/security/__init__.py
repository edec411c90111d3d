"""Who may do what: identity, credentials, rate limits, origins and limits of connections."""
