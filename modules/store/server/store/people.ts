import { lookupPositions } from "@ops/authority/server";
import { staffStates as partnerStaffStates } from "@ops/partner/contract";
import { type PartnerStaff, partnerStaffAt } from "@ops/partner/server";
import type { AnswerFrom } from "@ops/platform/contract";
import { reads, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { staffStates } from "../../contract/index.ts";
import { storeTable } from "../site/tables.ts";
import type { StaffRow } from "../staff/tables.ts";

type Person = AnswerFrom<typeof contract.listStoreStaff>[number];

/** The people of a store, own and of its partner, in the tabs of the page (ST-R33). */
export const listStoreStaff = reads(contract.listStoreStaff, async (tx, { params }) => {
  const { id } = await requireRecord(tx, storeTable, params.id);
  const [own, others] = [await ownPeople(tx, id), await partnerStaffAt(tx, id)];
  const codes = [...own, ...others].flatMap(({ positionCode }) => positionCode ?? []);
  const positions = await lookupPositions(tx, [...new Set(codes)]);
  const named = (code: string | null) => positions.get(code ?? "")?.name ?? code;
  return [
    ...own.map((one) => ({ ...showOwn(one), positionName: named(one.positionCode) })),
    ...others.map((one) => ({ ...showPartners(one), positionName: named(one.positionCode) })),
  ];
});

/** Everybody who is or will be here. */
async function ownPeople(tx: Tx, storeId: string): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    select * from store_staff where store_id = ${storeId}
      and state in ('TO_JOIN', 'TRAINING', 'IN_POST', 'MOVING', 'LEAVING') order by entry_date desc, id desc`.execute(
    tx.kysely,
  );
  return rows;
}

type Shown = Omit<Person, "positionName">;

function showOwn({ id, userId, name, staffNo, phoneMasked, state, entryDate }: StaffRow): Shown {
  const group = state === "TRAINING" || state === "TO_JOIN" ? state : "IN_POST";
  return { id, userId, group, name, staffNo, phone: phoneMasked, stateName: staffStates.label(state), entryDate };
}

function showPartners({ id, userId, name, staffNo, phoneMasked, state, joinOn }: PartnerStaff): Shown {
  const stateName = partnerStaffStates.label(state);
  return { id, userId, group: "PARTNER", name, staffNo, phone: phoneMasked, stateName, entryDate: joinOn };
}
