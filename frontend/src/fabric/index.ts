// The fabric in the browser, as the pages use it.
export { accept, dropIdle, isOpen, NOTE_MOST, takeBack, withAcceptance } from "./acceptance";
export { type Body, bodiesOf } from "./bodies";
export * from "./commands";
export { duplicate, type Piece, paste, pieceOf, readPiece } from "./copying";
export { deviceOf, nameOf, portOf, portsOf, speedOf } from "./document";
export type { Layout } from "./layout";
export { podScene } from "./pods";
export { isRefusal, type Refusal } from "./ports";
export { createSaver, type Edits, SaveConflict, type Saver, type SaveState } from "./saving";
export { sceneMaker } from "./scene";
export type { FabricState, FabricStore, Step } from "./store";
export { createFabricStore } from "./store";
