import { lookupPositions } from "@ops/authority/server";
import type { Usage } from "@ops/platform/server";
import { findRows } from "../database.ts";

/** A position that is set up for stores stays: people, seats and standards go by its code. */
export const positionUsage: Usage = {
  entity: "position",
  label: "岗位设置",
  countOf: async (tx, id) => {
    const rows = await findRows(tx, "storePosition", {});
    const codes = rows.map(({ positionCode }) => positionCode);
    return [...(await lookupPositions(tx, codes)).values()].filter((position) => position.id === id).length;
  },
};
