"""How the schema came to be, step by step: an older database is brought up to date when it is opened."""
