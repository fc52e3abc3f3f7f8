import { insertRecord, notify, type Tx } from "@ops/platform/server";
import { addressOfPartner, readersOf } from "../company/holders.ts";
import { db } from "../database.ts";
import { type SuspensionRow, suspensions } from "./tables.ts";

interface Wanted {
  readonly partnerId: string;
  readonly reason: string;
}

/** Makes a draft, about which the manager decides (PT-R3, PT-R5). There is only one open draft at a time. */
export async function draftSuspension(tx: Tx, { partnerId, reason }: Wanted): Promise<void> {
  const partner = await db(tx)
    .selectFrom("partner")
    .select(["id", "shortName", "managerId", "state"])
    .where("id", "=", partnerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (partner.state !== "ACTIVE" || (await openDraft(tx, partnerId))) return;
  await insertDraft(tx, { partnerId, reason });
  await notify(tx, await readersOf(tx, partner, [partner.managerId]), {
    category: "APPROVAL",
    level: "WARN",
    about: `suspension-draft:${partnerId}`,
    title: "暂停草稿待处理",
    content: `${partner.shortName}：${reason}，请决定是否暂停合作`,
    route: addressOfPartner(partnerId),
  });
}

/** Inserts a draft without any decision. */
export function insertDraft(tx: Tx, wanted: Wanted): Promise<SuspensionRow> {
  return insertRecord(tx, suspensions, { kind: "SUSPEND", ...wanted });
}

/** Finds the open draft. The caller has locked the partner. */
export async function openDraft(tx: Tx, partnerId: string): Promise<SuspensionRow | null> {
  const found = await db(tx)
    .selectFrom("partnerSuspension")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("state", "=", "DRAFT")
    .forUpdate()
    .executeTakeFirst();
  return found ?? null;
}
