import { insertRecord, notify, type Tx } from "@ops/platform/server";
import { addressOfPartner } from "../company/holders.ts";
import { db } from "../database.ts";
import { type SuspensionRow, suspensions } from "./tables.ts";

interface Wanted {
  readonly partnerId: string;
  readonly reason: string;
}

/** A draft for the manager, who decides (PT-R3, PT-R5); while one is open, there is no second. */
export async function draftSuspension(tx: Tx, { partnerId, reason }: Wanted): Promise<void> {
  const partner = await db(tx)
    .selectFrom("partner")
    .select(["id", "shortName", "managerId", "state"])
    .where("id", "=", partnerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (partner.state !== "ACTIVE" || (await openDraft(tx, partnerId))) return;
  await insertDraft(tx, { partnerId, reason });
  await notify(tx, [partner.managerId], {
    category: "APPROVAL",
    level: "WARN",
    about: `suspension-draft:${partnerId}`,
    title: "暂停草稿待处理",
    content: `${partner.shortName}：${reason}，请决定是否暂停合作`,
    route: addressOfPartner(partnerId),
  });
}

/** A draft of which nothing is decided yet. */
export function insertDraft(tx: Tx, wanted: Wanted): Promise<SuspensionRow> {
  return insertRecord(tx, suspensions, { ...begun, fileIds: [], plan: [], ...wanted });
}

const begun = {
  kind: "SUSPEND",
  fileIds: [],
  plan: [],
  preview: [],
  previewedAt: null,
  state: "DRAFT",
  stateReason: null,
  submittedBy: null,
  submittedAt: null,
  confirmedBy: null,
  effectiveAt: null,
  finishedAt: null,
  undoneBy: null,
  undoReason: null,
  undoBeganAt: null,
  undoneAt: null,
} as const satisfies Partial<SuspensionRow>;

/** Every place that holds the partner's lock may ask. */
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
