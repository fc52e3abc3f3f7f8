import { demoId, insertMany, insertRecord, systemActor, type Tx } from "@ops/platform/server";
import { allFlags } from "../../contract/index.ts";
import { accounts, flags } from "../cascade/own-kinds.ts";
import { brandHolders } from "../company/holders.ts";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import { setStaffReadOnly, unfreezeStaff } from "../staff/account/freeze.ts";
import type { StaffRow } from "../staff/tables.ts";
import { type SuspensionRow, suspensions } from "../suspension/tables.ts";

const DAY_MS = 86_400_000;
/** How many items of the unfinished suspension are still to be done. */
const FAILED = 2;

interface Past {
  readonly kind: SuspensionRow["kind"];
  readonly state: "DONE" | "PARTLY" | "UNDONE";
  readonly reason: string;
  readonly daysAgo: number;
}

/**
 * Loads a suspension for every suspended partner, one of them unfinished, an exit, and a suspension that was undone
 * (section 11). 恢复 works with them as with real ones.
 */
export async function loadSuspensionDemo(tx: Tx): Promise<void> {
  const pasts: Past[] = [
    { kind: "SUSPEND", state: "DONE", reason: "重大投诉未在期限内整改", daysAgo: 12 },
    { kind: "SUSPEND", state: "PARTLY", reason: "营业执照过期，整改期内暂停", daysAgo: 1 },
    { kind: "SUSPEND", state: "DONE", reason: "保证金不足且逾期未补缴", daysAgo: 5 },
  ];
  for (const [at, partner] of (await partnersIn(tx, "SUSPENDED")).entries()) {
    const past = pasts[at % pasts.length];
    if (past) await insertPast(tx, partner, past);
  }
  for (const partner of await partnersIn(tx, "EXITING")) {
    const reason = partner.stateReason ?? "协商退出";
    await insertPast(tx, partner, { kind: "TERMINATE", state: "DONE", reason, daysAgo: 20 });
  }
  const [back] = await partnersIn(tx, "ACTIVE");
  if (back) await insertPast(tx, back, { kind: "SUSPEND", state: "UNDONE", reason: "门店消防验收不合格", daysAgo: 96 });
}

function partnersIn(tx: Tx, state: PartnerRow["state"]): Promise<PartnerRow[]> {
  return db(tx).selectFrom("partner").selectAll().where("state", "=", state).orderBy("partnerNo").execute();
}

async function insertPast(tx: Tx, partner: PartnerRow, past: Past): Promise<void> {
  const at = new Date(tx.now.getTime() - past.daysAgo * DAY_MS);
  const people = await db(tx)
    .selectFrom("partnerStaff")
    .selectAll()
    .where("partnerId", "=", partner.id)
    .where("state", "=", "ACTIVE")
    .orderBy("staffNo")
    .execute();
  const failed = past.state === "PARTLY" ? people.slice(-FAILED) : [];
  for (const person of failed) await unfreezeStaff(tx, person, "PARTNER_SUSPEND");
  if (past.kind === "TERMINATE") for (const person of people) await setStaffReadOnly(tx, person, true);
  if (past.state !== "UNDONE") await keepOff(tx, partner, { at, past });
  const confirmedBy = await otherThan(tx, partner);
  const facts = { at, people: people.length, confirmedBy };
  const { id } = await insertRecord(tx, suspensions, suspensionOf(partner, past, facts));
  const items = [flagsItem(partner), ...people.map((person) => accountItem(person, past, failed.includes(person)))];
  const isBack = past.state === "UNDONE";
  const restored = isBack ? { restored: "RESTORED", restoredAt: after(at, 20 * 24 * 60) } : {};
  await insertMany(
    tx,
    "partnerCascadeItem",
    items.map((item, n) => ({ suspensionId: id, itemNo: n + 1, doneAt: after(at, 1), ...item, ...restored })),
  );
}

const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000);

/** Finds the second person for the confirmation. */
async function otherThan(tx: Tx, { managerId }: PartnerRow): Promise<string> {
  const holders = (await brandHolders(tx, "partner:partner:suspend")).toSorted();
  return holders.find((id) => id !== managerId) ?? systemActor.userId;
}

interface Facts {
  readonly at: Date;
  readonly people: number;
  readonly confirmedBy: string;
}

function suspensionOf(partner: PartnerRow, { kind, state, reason }: Past, { at, people, confirmedBy }: Facts) {
  const isUndone = state === "UNDONE";
  const undoAt = after(at, 20 * 24 * 60);
  return {
    id: demoId(`partner-suspension:${partner.partnerNo}`),
    partnerId: partner.id,
    kind,
    reason,
    fileIds: [],
    state,
    stateReason: null,
    previewedAt: after(at, -6),
    plan: [
      { kind: flags.kind, action: flags.defaultAction, receiverId: null },
      { kind: accounts.kind, action: actionOf(kind), receiverId: null },
    ],
    preview: [
      { kind: flags.kind, label: flags.label, count: 1 },
      { kind: accounts.kind, label: accounts.label, count: people },
    ],
    submittedBy: partner.managerId,
    submittedAt: after(at, -5),
    confirmedBy,
    effectiveAt: at,
    finishedAt: after(at, 1),
    undoneBy: isUndone ? partner.managerId : null,
    undoReason: isUndone ? "整改完成并通过复验" : null,
    undoBeganAt: isUndone ? undoAt : null,
    undoneAt: isUndone ? after(undoAt, 1) : null,
  } as const satisfies Omit<SuspensionRow, "version" | "createdAt" | "createdBy" | "updatedAt" | "updatedBy">;
}

function flagsItem(partner: PartnerRow) {
  const facts = { before: { flags: partner.flags }, after: { flags: [] } };
  return {
    kind: flags.kind,
    targetId: partner.id,
    label: flags.label,
    action: "OFF",
    state: "DONE",
    ...facts,
    message: null,
  };
}

const actionOf = (kind: Past["kind"]) => (kind === "TERMINATE" ? "READ_ONLY" : "FREEZE");

function accountItem({ id, name, staffNo, freezeSources }: StaffRow, { kind }: Past, isFailed: boolean) {
  const item = { kind: accounts.kind, targetId: id, label: `${name}（${staffNo}）`, action: actionOf(kind) };
  if (isFailed) return { ...item, state: "FAILED", before: null, after: null, message: "处理出错，请重试" };
  const others = freezeSources.filter((source) => source !== "PARTNER_SUSPEND");
  const before = { freezeSources: others, isReadOnly: false };
  const now =
    kind === "TERMINATE"
      ? { ...before, isReadOnly: true }
      : { ...before, freezeSources: [...others, "PARTNER_SUSPEND"] };
  return { ...item, state: "DONE", before, after: now, message: null };
}

async function keepOff(tx: Tx, partner: PartnerRow, { at, past }: { at: Date; past: Past }): Promise<void> {
  const { reason, kind } = past;
  const source = kind === "TERMINATE" ? "EXIT" : "SUSPEND";
  await db(tx)
    .insertInto("partnerFlagOff")
    .values(allFlags.map((flag) => ({ partnerId: partner.id, flag, source, reason, offAt: at }) as const))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db(tx).updateTable("partner").set({ flags: [], stateReason: reason }).where("id", "=", partner.id).execute();
}
