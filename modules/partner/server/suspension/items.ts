import { BusinessError } from "@ops/platform/contract";
import { insertMany, type JobRun, type Tx } from "@ops/platform/server";
import { type CascadeItem, type CascadeKind, cascadeKind, cascadePort } from "../cascade/kinds.ts";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import { lockSeats } from "../staff/find.ts";
import type { SuspensionRow } from "./tables.ts";

/** How many items one query finds. Each item still has a transaction of its own. */
const BATCH = 500;

/** The pass `later` is for items that waited for their time. By then the other items are usually done. */
type Pass = "act" | "later" | "restore";
const runsIn: Readonly<Record<Pass, readonly SuspensionRow["state"][]>> = {
  act: ["EXECUTING"],
  later: ["EXECUTING", "DONE", "PARTLY"],
  restore: ["UNDOING"],
};

interface Surroundings {
  readonly suspension: SuspensionRow;
  readonly partner: PartnerRow;
}

/**
 * Locks the partner and then the suspension; null if the suspension has changed its state meanwhile. So a worker that
 * was believed dead does nothing more.
 */
async function lockRunning(tx: Tx, suspensionId: string, pass: Pass): Promise<Surroundings | null> {
  const suspensions = db(tx).selectFrom("partnerSuspension").selectAll().where("id", "=", suspensionId);
  const partner = await lockSeats(tx, (await suspensions.executeTakeFirstOrThrow()).partnerId);
  const suspension = await suspensions.forShare().executeTakeFirstOrThrow();
  return runsIn[pass].includes(suspension.state) ? { suspension, partner } : null;
}

/** Notes the things of the partner that are not noted yet, and answers how many they are. */
export async function gatherItems(tx: Tx, suspensionId: string): Promise<number> {
  const running = await lockRunning(tx, suspensionId, "act");
  return running ? (await noteItems(tx, running, tx.given(cascadePort))).length : 0;
}

/** Acts on the kinds that must stop with the confirmation itself. The caller has the locks. */
export async function actAtOnce(tx: Tx, { suspension, partner }: Surroundings): Promise<void> {
  const kinds = tx.given(cascadePort).filter(({ isAtOnce }) => isAtOnce);
  for (const itemNo of await noteItems(tx, { suspension, partner }, kinds)) {
    await actNow(tx, { suspensionId: suspension.id, itemNo, pass: "act" }, { suspension, partner });
  }
}

/** Skips items that were not done yet. The caller has the locks. */
export async function skipWaiting(tx: Tx, suspensionId: string): Promise<void> {
  await db(tx)
    .updateTable("partnerCascadeItem")
    .set({ state: "SKIPPED" })
    .where("suspensionId", "=", suspensionId)
    .where("state", "=", "WAITING")
    .execute();
}

async function noteItems(
  tx: Tx,
  { suspension, partner }: Surroundings,
  kinds: readonly CascadeKind[],
): Promise<number[]> {
  const suspensionId = suspension.id;
  const known = await db(tx)
    .selectFrom("partnerCascadeItem")
    .select(["kind", "targetId", "itemNo"])
    .where("suspensionId", "=", suspensionId)
    .execute();
  const noted = new Set(known.map(({ kind, targetId }) => `${kind} ${targetId}`));
  let itemNo = known.reduce((last, item) => Math.max(last, item.itemNo), 0);
  const rows = [];
  for (const { kind, list, actions, defaultAction } of kinds) {
    const line = suspension.plan.find((one) => one.kind === kind);
    const { action = defaultAction, receiverId = null } = line ?? {};
    const dueAt = actions.find((one) => one.action === action)?.dueAt?.(tx) ?? null;
    for (const { id, label } of await list(tx, partner)) {
      if (noted.has(`${kind} ${id}`)) continue;
      rows.push({ suspensionId, itemNo: ++itemNo, kind, targetId: id, label, action, receiverId, dueAt });
    }
  }
  await insertMany(tx, "partnerCascadeItem", rows);
  return rows.map((row) => row.itemNo);
}

/** Handles all open items one by one. A failure of one does not stop the others. */
export async function workThrough(work: JobRun, suspensionId: string, pass: Pass): Promise<void> {
  for (;;) {
    const open = await work.step((tx) => openItems(tx, suspensionId, pass));
    if (open.length === 0) return;
    for (const itemNo of open) await oneItem(work, { suspensionId, itemNo, pass });
  }
}

async function openItems(tx: Tx, suspensionId: string, pass: Pass): Promise<number[]> {
  if (!(await lockRunning(tx, suspensionId, pass))) return [];
  const items = db(tx).selectFrom("partnerCascadeItem").select("itemNo").where("suspensionId", "=", suspensionId);
  const open =
    pass === "restore"
      ? items.where("state", "=", "DONE").where("restored", "is", null).orderBy("itemNo", "desc")
      : items
          .where("state", "=", "WAITING")
          .where((eb) => eb.or([eb("dueAt", "is", null), eb("dueAt", "<=", tx.now)]))
          .orderBy("itemNo");
  return (await open.limit(BATCH).execute()).map(({ itemNo }) => itemNo);
}

interface ItemKey {
  readonly suspensionId: string;
  readonly itemNo: number;
  readonly pass: Pass;
}

async function oneItem(work: JobRun, key: ItemKey): Promise<void> {
  try {
    await work.step((tx) => (key.pass === "restore" ? restore(tx, key) : actOn(tx, key)));
  } catch (error) {
    await work.step((tx) => noteFailure(tx, key, error));
  }
}

async function actOn(tx: Tx, key: ItemKey): Promise<void> {
  const running = await lockRunning(tx, key.suspensionId, key.pass);
  if (running) await actNow(tx, key, running);
}

async function actNow(tx: Tx, key: ItemKey, surroundings: Surroundings): Promise<void> {
  const item = await lockItem(tx, key);
  if (item.state !== "WAITING") return; // another worker was faster
  const acted = await requireKind(tx, item).act(tx, itemOf(item, surroundings), item.action);
  if (acted === null) return change(tx, key, { state: "SKIPPED", message: "已由他人处理", doneAt: tx.now });
  const { before, after } = acted;
  const done = { state: "DONE", message: null, doneAt: tx.now } as const;
  await change(tx, key, { ...done, before: JSON.stringify(before), after: JSON.stringify(after) });
}

async function restore(tx: Tx, key: ItemKey): Promise<void> {
  const running = await lockRunning(tx, key.suspensionId, "restore");
  if (!running) return;
  const item = await lockItem(tx, key);
  if (item.restored !== null) return; // another worker was faster
  const { action, before, after } = item;
  const outcome = await requireKind(tx, item).restore(tx, {
    ...itemOf(item, running),
    action,
    before: before ?? {},
    after: after ?? {},
  });
  const isRestored = outcome === "RESTORED";
  const told = { restored: isRestored ? "RESTORED" : "KEPT", restoreMessage: isRestored ? null : outcome } as const;
  await change(tx, key, { ...told, restoredAt: tx.now });
}

/** Notes why an item failed. A refusal is stored in its words; an error of the program is logged. */
async function noteFailure(tx: Tx, key: ItemKey, error: unknown): Promise<void> {
  const message = error instanceof BusinessError ? error.message : logFault(tx, key, error);
  const item = await lockItem(tx, key);
  if (key.pass === "restore") {
    return item.restored === null ? change(tx, key, { restored: "FAILED", restoreMessage: message }) : undefined;
  }
  if (item.state !== "WAITING") return; // another worker was faster
  await change(tx, key, { state: "FAILED", message, doneAt: tx.now });
}

function logFault(tx: Tx, key: ItemKey, error: unknown): string {
  tx.log.error({ err: error, ...key }, "an item of a cascade failed");
  return "处理出错，请重试";
}

function requireKind(tx: Tx, { kind }: { readonly kind: string }): CascadeKind {
  return cascadeKind(tx, kind) ?? refuseUnknownKind(kind);
}

/** Throws for a kind whose module is not there any more. */
function refuseUnknownKind(kind: string): never {
  throw new Error(`nobody knows ${kind}`);
}

function itemOf(
  { suspensionId, targetId, receiverId }: Pick<CascadeItem, "suspensionId" | "targetId" | "receiverId">,
  { suspension, partner }: Surroundings,
): CascadeItem {
  const source = suspension.kind === "SUSPEND" ? "SUSPEND" : "EXIT";
  return { suspensionId, partner, targetId, receiverId, source, reason: suspension.reason };
}

function lockItem(tx: Tx, { suspensionId, itemNo }: ItemKey) {
  return db(tx)
    .selectFrom("partnerCascadeItem")
    .selectAll()
    .where("suspensionId", "=", suspensionId)
    .where("itemNo", "=", itemNo)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

interface Changes {
  readonly state?: "WAITING" | "DONE" | "FAILED" | "SKIPPED";
  readonly message?: string | null;
  readonly before?: string;
  readonly after?: string;
  readonly doneAt?: Date;
  readonly restored?: "RESTORED" | "KEPT" | "FAILED";
  readonly restoreMessage?: string | null;
  readonly restoredAt?: Date;
}

async function change(tx: Tx, { suspensionId, itemNo }: ItemKey, changes: Changes): Promise<void> {
  await db(tx)
    .updateTable("partnerCascadeItem")
    .set(changes)
    .where("suspensionId", "=", suspensionId)
    .where("itemNo", "=", itemNo)
    .execute();
}
