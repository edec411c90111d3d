"""The library: what `import kingdom_builder` offers (docs/library.md).

Its classes wrap those of the engine. They read and return names, and have nothing that could break the rules.
"""
