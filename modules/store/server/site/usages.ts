import type { Usage } from "@ops/platform/server";
import { findRows } from "../database.ts";

/** Stores of a partner that are not closed. */
export const partnerUsage: Usage = {
  entity: "partner",
  label: "门店",
  countOf: async (tx, partnerId) => {
    const state = ["PREPARING", "TRIAL", "OPEN", "SUSPENDED"] as const;
    return (await findRows(tx, "store", { partnerId, state })).length;
  },
};
