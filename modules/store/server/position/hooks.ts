import { hook, type Tx } from "@ops/platform/server";

/** The room of certificates settles what becomes of the holders when a position begins or ceases to ask for one (ST-R13). */
export const switchCertRequired = hook<[tx: Tx, positionCode: string, isRequired: boolean], Promise<void>>(
  "store.switchCertRequired",
);
