import { BusinessError } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import type { OrgImpact } from "../../contract/index.ts";
import { assertMayHold } from "../api-client/rules.ts";
import { type ApiClientRow, apiClients } from "../api-client/tables.ts";
import { db } from "../database.ts";
import type { OrganizationRow } from "../organization/tables.ts";
import { logMoved } from "./merge-log.ts";

/**
 * API clients of the source that are still in use. `movable` are those that
 * the actor would be allowed to create at the target.
 */
interface ClientsOfSource {
  readonly movable: readonly ApiClientRow[];
  readonly left: readonly ApiClientRow[];
}

/**
 * An API client stops with its organisation (AU-R54), so it moves to the
 * target if the rules for creating one allow it (AU-R53).
 */
async function clientsOf(
  tx: Tx,
  source: OrganizationRow,
  target: OrganizationRow,
  { isLocked }: { readonly isLocked: boolean },
): Promise<ClientsOfSource> {
  const asked = db(tx)
    .selectFrom("apiClient")
    .selectAll()
    .where("ownerOrgId", "=", source.id)
    .where("status", "<>", "DISABLED")
    .orderBy("id");
  const clients = await (isLocked ? asked.forUpdate() : asked).execute();
  const [movable, left]: [ApiClientRow[], ApiClientRow[]] = [[], []];
  for (const client of clients) ((await mayGo(tx, client, target)) ? movable : left).push(client);
  return { movable, left };
}

async function mayGo(tx: Tx, client: ApiClientRow, target: OrganizationRow): Promise<boolean> {
  try {
    await assertMayHold(tx, { ...client, ownerOrgId: target.id });
    return true;
  } catch (refusal) {
    if (refusal instanceof BusinessError) return false;
    throw refusal;
  }
}

/** Counts the API clients for the preview. */
export async function clientWork(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<OrgImpact["work"]> {
  const { movable, left } = await clientsOf(tx, source, target, { isLocked: false });
  return [
    { kind: "authority.apiClients", label: "接口账号（随组织移交）", count: movable.length },
    { kind: "authority.apiClientsLeft", label: "接口账号（超出您的权限或已失效，合并后停用）", count: left.length },
  ].filter(({ count }) => count > 0);
}

/** Locks the API clients that move, so that nobody can give them more rights before the transaction ends. */
export async function lockMovableClients(
  tx: Tx,
  source: OrganizationRow,
  target: OrganizationRow,
): Promise<readonly ApiClientRow[]> {
  return (await clientsOf(tx, source, target, { isLocked: true })).movable;
}

/**
 * Moves the API clients within the transaction of the merge. Until a later job
 * ran, they would be refused or stopped by the sweep.
 */
export async function moveClients(
  tx: Tx,
  clients: readonly ApiClientRow[],
  source: OrganizationRow,
  target: OrganizationRow,
): Promise<void> {
  for (const client of clients) await changeRecord(tx, apiClients, client, { ownerOrgId: target.id });
  const ids = clients.map(({ id }) => id);
  const moved = { bizType: apiClients.name, ids, field: "ownerOrgId", label: "归属组织", word: "归属组织" };
  await logMoved(tx, moved, source, target);
}
