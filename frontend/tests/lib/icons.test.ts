import { expect, test } from "vitest";
import { tileIcon } from "../../src/lib/icons";

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
