"""Environments for research: PettingZoo, Gymnasium, OpenSpiel (docs/research.md); each needs an extra.

Importing this package registers the environments for Gymnasium, if Gymnasium is installed.
"""

from importlib.util import find_spec

if find_spec("gymnasium") is not None:
    from kingdom_builder.env.registration import register

    register()
