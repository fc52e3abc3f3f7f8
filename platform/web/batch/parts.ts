// The parts for batches, which share one file of the build (lazy-batch.ts).
export { BatchDrawer } from "./BatchDrawer.tsx";
export { BatchRowsDrawer } from "./BatchRowsDrawer.tsx";
export { UndoDialog } from "./UndoDialog.tsx";
