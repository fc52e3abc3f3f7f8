import { hook, type Tx } from "@ops/platform/server";
import type { StandardRow } from "./tables.ts";

/** The room of certificates ends those of the versions before, where a new one asks for it (ST-R14). */
export const retrainHolders = hook<[tx: Tx, standard: StandardRow], Promise<void>>("store.retrainHolders");
