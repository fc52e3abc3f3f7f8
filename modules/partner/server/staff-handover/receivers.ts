import { organizationNames } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { meaningsOf } from "../staff/meanings.ts";
import type { StaffRow } from "../staff/tables.ts";

const MOST = 300;

interface Receiver {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  readonly staffNo: string;
  readonly note: string;
}

/** Finds usable accounts of the same partner: the manager of the store first, then its people, then all others. */
export async function receiversFor(tx: Tx, staff: StaffRow): Promise<Receiver[]> {
  const { rows } = await sql<Omit<Receiver, "note"> & { storeId: string | null; positionCode: string }>`
    select id, user_id as "userId", name, staff_no as "staffNo", store_id as "storeId", position_code as "positionCode"
    from partner_staff where partner_id = ${staff.partnerId} and id <> ${staff.id} and state = 'ACTIVE'
      and freeze_sources = '{}' and not is_read_only
    order by org_id = ${staff.orgId} desc, position_code = 'MANAGER' desc, staff_no limit ${MOST}`.execute(tx.kysely);
  const stores = await organizationNames(
    tx,
    rows.flatMap(({ storeId }) => storeId ?? []),
  );
  const wordOf = await meaningsOf(tx, "partner_position");
  return rows.map(({ storeId, positionCode, ...person }) => {
    const place = storeId ? stores.get(storeId) : undefined;
    return { ...person, note: [wordOf(positionCode), place].filter(Boolean).join(" · ") };
  });
}
