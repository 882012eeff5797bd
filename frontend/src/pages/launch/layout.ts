// How collectives are laid out, and what the choice of an algorithm goes by: what a scenario has by default.
import type { ScenarioDocument } from "../../api/types";

export const LAYOUT: ScenarioDocument["collectives"] = { chunks: 32, root: 0 };

export const TUNING: ScenarioDocument["tuning"] = {
  generation: "hopper",
  processor: "intel",
  channels: 16,
  collnet: true,
};
