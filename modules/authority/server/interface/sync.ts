import { changeRecord, insertMany, insertRecord, newId, notify, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { interfaceStates, listInterfaces, type SyncDetails } from "../../contract/index.ts";
import { db } from "../database.ts";
import { bumpRights } from "../rights/bump.ts";
import { holdersOfCode } from "../rights/holders.ts";
import { codeImpact } from "./access.ts";
import { type Described, describe, keyOf } from "./described.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { type InterfaceRow, interfaces, type SyncRunRow, syncRuns } from "./tables.ts";

type Kind = SyncRunRow["kind"];

const appVersion = process.env["npm_package_version"] ?? "0.1.0";
/** The lock that lets only one comparison run at a time, whether a node or an operator started it. */
const SYNC_LOCK = 7_316_045;

/** Compares at the start of a node, once per contract and version. A failure does not stop the start (AU-R45). */
export async function syncAtStart(tx: Tx): Promise<void> {
  await sql`savepoint interface_sync`.execute(tx.kysely);
  try {
    if (await isUnchanged(tx)) return;
    await syncCatalogue(tx, "START");
  } catch (error) {
    await sql`rollback to savepoint interface_sync`.execute(tx.kysely);
    tx.log.warn({ err: error }, "接口目录同步失败");
    await insertRun(tx, { kind: "START", status: "FAILED", error: String(error).slice(0, 500) });
  }
}

/** Compares the catalogue with the contract of this server and brings it up to date. */
export async function syncCatalogue(tx: Tx, kind: Kind): Promise<SyncRunRow> {
  await sql`select pg_advisory_xact_lock(${SYNC_LOCK})`.execute(tx.kysely);
  const declared = new Map(tx.endpoints.map(describe).map((one) => [keyOf(one), one]));
  const stored = new Map(
    (await db(tx).selectFrom("apiInterface").selectAll().execute()).map((row) => [keyOf(row), row]),
  );
  const details: SyncDetails = { added: [], changed: [], removed: [], returned: [] };
  const isFirst = stored.size === 0;

  const added = [...declared].flatMap(([key, one]) => (stored.has(key) ? [] : [one]));
  await insertInterfaces(tx, added);
  details.added.push(...added.map(describeCall));
  for (const [key, row] of stored) await compare(tx, row, declared.get(key), details);

  const { length: newPublic } = details.added.filter(({ permissionCode }) => permissionCode === "PUBLIC");
  const opened = details.changed.filter(({ permissionCode, impact }) => impact && permissionCode === "PUBLIC").length;
  const run = await insertRun(tx, { kind, details, newPublic: isFirst ? 0 : newPublic + opened });
  await tellOthers(tx, run);
  return run;
}

const describeCall = ({ method, path, name, permissionCode }: Described | InterfaceRow) => ({
  method,
  path,
  name,
  permissionCode,
});

async function compare(tx: Tx, row: InterfaceRow, declared: Described | undefined, details: SyncDetails) {
  if (!declared) {
    if (!interfaceStates.can(row.status, "remove")) return;
    details.removed.push(describeCall(row));
    await changeRecord(tx, interfaces, row, { status: interfaceStates.next(row.status, "remove") });
    return;
  }
  const status = row.status === "REMOVED" ? interfaceStates.next(row.status, "return") : row.status;
  if (status !== row.status) details.returned.push(describeCall(declared));
  const changes = changesOf(row, declared);
  if (changes.length > 0) {
    const isRecoded = row.permissionCode !== declared.permissionCode;
    const impact = isRecoded ? await codeImpact(tx, row.permissionCode, declared.permissionCode) : null;
    details.changed.push({ ...describeCall(declared), changes, impact });
  }
  if (changes.length === 0 && status === row.status) return;
  const { name, service, permissionCode, contractHash } = declared;
  await changeRecord(tx, interfaces, row, { name, service, permissionCode, contractHash, status, lastSeenAt: tx.now });
}

function changesOf(row: InterfaceRow, declared: Described) {
  const changes: { label: string; before: string; after: string }[] = [];
  const note = (label: string, before: string, after: string) => {
    if (before !== after) changes.push({ label, before, after });
  };
  note("权限点", row.permissionCode, declared.permissionCode);
  note("名称", row.name, declared.name);
  if (row.contractHash !== declared.contractHash) changes.push({ label: "入参", before: "原定义", after: "新定义" });
  return changes;
}

async function insertInterfaces(tx: Tx, added: readonly Described[]): Promise<void> {
  const { userId } = tx.actor;
  const stamp = { createdAt: tx.now, createdBy: userId, updatedAt: tx.now, updatedBy: userId };
  const rows = added.map((one) => ({ ...one, ...stamp, firstSeenAt: tx.now, lastSeenAt: tx.now, id: newId() }));
  await insertMany(tx, interfaces.name, rows);
}

interface RunFacts {
  readonly kind: Kind;
  readonly status?: SyncRunRow["status"];
  readonly details?: SyncDetails;
  readonly newPublic?: number;
  readonly error?: string;
}

async function insertRun(
  tx: Tx,
  { kind, status = "DONE", details, newPublic = 0, error }: RunFacts,
): Promise<SyncRunRow> {
  const { added = [], changed = [], removed = [], returned = [] } = details ?? {};
  return insertRecord(tx, syncRuns, {
    appVersion,
    kind,
    status,
    newPublic,
    startedAt: tx.now,
    fingerprint: fingerprintOf(tx.endpoints),
    error: error ?? null,
    details: { added, changed, removed, returned },
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    returned: returned.length,
  });
}

/** Tells those who manage interfaces about every change, and warns them if a call became public. */
async function tellOthers(tx: Tx, run: SyncRunRow): Promise<void> {
  const { added, changed, removed, returned, newPublic } = run;
  if (added + changed + removed + returned === 0) return;
  await bumpRights(tx, []);
  await tx.invalidate("interfaces");
  tx.log.info({ appVersion, added, changed, removed, returned, newPublic }, "接口目录有变化");
  const isOpened = newPublic > 0;
  const counts = `新增${added}个，变更${changed}个，下线${removed}个，恢复${returned}个。`;
  await notify(tx, await holdersOfCode(tx, listInterfaces.permission), {
    category: "SYSTEM",
    level: isOpened ? "ERROR" : "INFO",
    about: `interfaceSync:${run.id}`,
    title: isOpened ? "新增了无需登录的接口" : "接口目录有变化",
    content: isOpened ? `${counts}其中${newPublic}个无需登录即可调用，请安全员确认。` : counts,
    route: "/AuthorityManagement/InterfaceAuthority?tab=sync",
  });
}

/** Tells whether this version and contract have already been compared. A failed run does not count. */
async function isUnchanged(tx: Tx): Promise<boolean> {
  const last = await db(tx)
    .selectFrom("interfaceSyncRun")
    .select(["fingerprint", "appVersion", "status"])
    .orderBy("startedAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.status === "DONE" && last.appVersion === appVersion && last.fingerprint === fingerprintOf(tx.endpoints);
}
