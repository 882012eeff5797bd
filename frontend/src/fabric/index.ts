// The fabric in the browser, as the pages use it.
export * from "./commands";
export { deviceOf, nameOf, portOf, portsOf, speedOf } from "./document";
export { isRefusal, type Refusal } from "./ports";
export { createSaver, type Edits, SaveConflict, type Saver, type SaveState } from "./saving";
export { sceneMaker } from "./scene";
export type { FabricState, FabricStore, Step } from "./store";
export { createFabricStore } from "./store";
