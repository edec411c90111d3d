"""The Queenie Capitol."""

from kingdom_builder.sets.capitol.fields import FIELDS
from kingdom_builder.sets.capitol.icons import ICONS
from kingdom_builder.sets.capitol.observation import OBSERVATION
from kingdom_builder.sets.capitol.problems import CapitolProblem
from kingdom_builder.sets.capitol.scoring import CAPITOL
from kingdom_builder.sets.capitol.setup import CHOOSE_CAPITOLS, prepare
from kingdom_builder.sets.entries import GameSet

SET = GameSet(
    "capitol",
    specials=(CAPITOL,),
    prepare=prepare,
    options=(CHOOSE_CAPITOLS,),
    problems=tuple(CapitolProblem),
    fields=FIELDS,
    observation=OBSERVATION,
    icons=ICONS,
)
