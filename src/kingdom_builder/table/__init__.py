"""The pure core of a table: commands in, events out, views for everybody.

It has no clock, no files, no database and no network. Time comes in as an argument; a host such as the server owns
the rest.
"""
