import { organizationsUnder } from "@ops/authority/server";
import { get, list, reads, requireRecord } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { staffCalled } from "../staff/conditions.ts";
import { staffTable } from "../staff/tables.ts";
import { presentMovement, presentMovements } from "./present.ts";
import { movements } from "./tables.ts";
import { openWork, successorsOf } from "./work.ts";

/** Part of a number of movements, which consists of letters and digits. Other words are names and need no look at numbers. */
const MAY_BE_NUMBER = /^[a-z0-9]+$/i;

export const listMovements = list(contract.listMovements, movements, {
  where: {
    keyword: (word) =>
      MAY_BE_NUMBER.test(word)
        ? sql<boolean>`(strpos(store_movement.movement_no, upper(${word})) > 0
            or store_movement.staff_id in (${staffCalled(word)}))`
        : sql<boolean>`store_movement.staff_id = any(array(${staffCalled(word)}))`,
    // Arrays, because both sides are then found by their indexes; conditions with "in" would read every movement.
    orgId: (id) => sql<boolean>`(store_movement.from_store_id = any(array(${organizationsUnder(id)}))
      or store_movement.to_store_id = any(array(${organizationsUnder(id)})))`,
  },
  orderBy: ["updatedAt", "desc"],
  present: presentMovements,
  sheet: contract.movementSheet,
});

export const getMovement = get(contract.getMovement, movements, presentMovement);

export const getStaffWork = reads(contract.getStaffWork, async (tx, { params }) => {
  const staff = await requireRecord(tx, staffTable, params.id);
  const open = await openWork(tx, staff);
  return {
    open: open.map(({ work: { kind, label }, count }) => ({ kind, label, count })),
    successors: await successorsOf(tx, staff),
  };
});
