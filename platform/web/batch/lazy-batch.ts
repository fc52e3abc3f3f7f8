import { partsOf } from "../shell/page/lazy-parts.tsx";

const parts = partsOf(() => import("./parts.ts"));

export const BatchDrawer = parts.overlay("BatchDrawer");
export const BatchRowsDrawer = parts.overlay("BatchRowsDrawer");
export const UndoDialog = parts.overlay("UndoDialog");
