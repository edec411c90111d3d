import { expect, test } from "vitest";
import { cardIcon, tileIcon } from "../../src/lib/icons";

test.each([
  ["farm", ["gold", "tile-farm"]],
  ["donation:water", ["silver", "nomad-donation-water"]],
  ["sword", ["silver", "nomad-sword"]],
  ["silo", ["silver", "special-silo"]],
  ["canoe_bonus", ["gold", "tile-canoe"]],
  ["farm_action", ["terrain-farmland-0"]],
  ["cave_action", ["terrain-mountain-0", "cave"]],
])("%s has a drawing", (name, drawings) => {
  expect(tileIcon(name)).toEqual(drawings);
});

test.each([
  ["knights", ["card-knights"]],
  ["home_country", ["card-home_country"]],
  ["capitol", ["card-capitol"]],
  ["in_game", ["card-in_game"]],
  ["castle", ["silver", "special-castle"]],
])("%s, which pays gold, has a drawing", (name, drawings) => {
  expect(cardIcon(name)).toEqual(drawings);
});
