// Which drawings show a thing.

/** The drawings of a tile; actions without a tile borrow one that says what they do. */
export function tileIcon(name: string): string[] {
  const [kind, terrain] = name.split(":");
  switch (kind) {
    case "donation":
      return ["silver", `nomad-donation-${terrain}`];
    case "resettlement":
    case "outpost":
    case "sword":
    case "treasure":
      return ["silver", `nomad-${kind}`];
    case "farm_action":
      return ["terrain-farmland-0"];
    case "cave_action":
      return ["terrain-mountain-0", "cave"];
    case "refuge_bonus":
      return ["gold", "tile-refuge"];
    case "canoe_bonus":
      return ["gold", "tile-canoe"];
    case "silo":
      return ["silver", "special-silo"];
    default:
      return ["gold", `tile-${kind}`];
  }
}

/** The drawing of a player's settlement. */
export const seatIcon = (seat: number) => [`settlement-${seat}`];
