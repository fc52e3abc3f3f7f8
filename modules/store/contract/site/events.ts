import { event } from "@ops/platform/contract";
import { z } from "zod";

const told = z.object({ storeId: z.string(), at: z.string() });
const ofStore = ({ storeId }: { storeId: string }) => storeId;

/** The store has begun to trade, on trial or for good. */
export const storeOpened = event("store.opened", told.extend({ trial: z.boolean() }), ofStore);
/** The store has stopped trading for a while. */
export const storeSuspended = event("store.suspended", told.extend({ source: z.enum(["MANUAL", "PARTNER"]) }), ofStore);
/** The store trades again as it did before. */
export const storeResumed = event("store.resumed", told, ofStore);
/** The store is closed. */
export const storeClosed = event("store.closed", told, ofStore);
/** The facts of a store have changed: by an edit, its hours, a move or its new preparation. */
export const storeChanged = event("store.changed", told, ofStore);
