"""What the leak tests are made of: tagged cards, taps on all that leaves the server, a party that plays, and twins."""
