import type { Endpoint } from "@ops/platform/contract";
import { type Actor, type DataScope, nothing, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { isOutOfDate } from "../account/out-of-date.ts";
import { db } from "../database.ts";
import { keyOf } from "../interface/described.ts";
import { compileRights, type Rights } from "../rights/compile.ts";
import { effectivePosts } from "../rights/posts.ts";
import { scopeOver } from "../rights/scope.ts";
import { clientOf, type FoundClient } from "./lookup.ts";
import { canLend } from "./rules.ts";

/** What a client may do: the interfaces granted to it, within its organisation's tree or the rights it borrows (AU-R53). */
export interface ClientRights {
  readonly organizationIds: readonly string[];
  /** When something by date runs out and they have to be worked out anew. */
  readonly until: Date | null;
  can(permission: string): boolean;
  mayCall(endpoint: Endpoint): boolean;
  scopeOf(permission: string): DataScope;
  readonly fieldMode: Actor["fieldMode"];
  /** The account that lends them is kept for looking only. */
  readonly isReadOnly: boolean;
}

export async function clientRights(tx: Tx, client: FoundClient): Promise<ClientRights> {
  const granted = await db(tx)
    .selectFrom("apiInterface")
    .select(["method", "path", "permissionCode"])
    .where(sql<boolean>`id = any(${client.interfaceIds}::uuid[])`)
    .where("status", "<>", "REMOVED")
    .execute();
  const calls = new Set(granted.map(keyOf));
  const codes = new Set(granted.map(({ permissionCode }) => permissionCode));
  return client.actAsUserId === null ? ofTree(client, calls, codes) : lent(tx, client.actAsUserId, calls, codes);
}

function ofTree(client: FoundClient, calls: ReadonlySet<string>, codes: ReadonlySet<string>): ClientRights {
  const { id, ownerOrgId: organizationId, ownerOrgPath: organizationPath } = client;
  const place = {
    organizationId,
    organizationPath,
    fencePath: null,
    ceilingPath: null,
    dataScope: "ORG_TREE",
    scopeOverrides: {},
    customOrgs: [],
  } as const;
  const tree = scopeOver([place], "", id);
  return {
    organizationIds: [organizationId],
    until: null,
    can: (permission) => codes.has(permission),
    mayCall: (endpoint) => calls.has(keyOf(endpoint)),
    scopeOf: (permission) => (codes.has(permission) ? tree : nothing),
    fieldMode: null,
    isReadOnly: false,
  };
}

/** The rights of a person in all posts, as far as the client's interfaces go; nothing once the account is not usable. */
async function lent(
  tx: Tx,
  userId: string,
  calls: ReadonlySet<string>,
  codes: ReadonlySet<string>,
): Promise<ClientRights> {
  const lender = await findLender(tx, userId);
  const rights = lender && (await rightsOf(tx, userId));
  const can = (permission: string) => codes.has(permission) && (rights?.codes.has(permission) ?? false);
  return {
    organizationIds: rights?.organizationIds ?? [],
    until: rights?.until ?? null,
    can,
    mayCall: (endpoint) => calls.has(keyOf(endpoint)) && (rights?.mayCall(endpoint) ?? false),
    scopeOf: (permission) => (rights && can(permission) ? rights.scopeOf(permission) : nothing),
    fieldMode: rights?.fieldMode ?? null,
    isReadOnly: lender?.readOnly ?? false,
  };
}

async function findLender(tx: Tx, userId: string) {
  const lender = await db(tx)
    .selectFrom("appUser")
    .select(["status", "boolAdmin", "validUntil", "frozenReason", "readOnly"])
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  return lender && canLend(tx, lender) ? lender : null;
}

async function rightsOf(tx: Tx, userId: string): Promise<Rights> {
  const posts = await effectivePosts(tx, userId);
  const organizationIds = posts.map(({ organizationId }) => organizationId);
  return compileRights(tx, userId, organizationIds);
}

/**
 * A client acts under its own id and name, whoever's rights it borrows: the log tells who called. It stands for whoever
 * answers for it, shaped it, may hold its key or lends the rights: none of them gets around AU-R5 through it.
 */
export function clientActor(client: FoundClient, rights: ClientRights): Actor {
  const { until: _until, ...may } = rights;
  const { id, name, ownerUserId, createdBy, updatedBy, actAsUserId, keyHolderIds, previousHolderIds } = client;
  const holders = [...keyHolderIds, ...previousHolderIds];
  const standsFor = [ownerUserId, createdBy, updatedBy, ...holders, ...(actAsUserId === null ? [] : [actAsUserId])];
  return { userId: id, name: `接口账号·${name}`, sessionId: null, isAdmin: false, standsFor, ...may };
}

/** Switched off, out of date, or its owner has left or its organisation is closed (AU-R54). */
export function isOff(client: FoundClient, now: Date): boolean {
  if (client.status !== "ACTIVE" || isOutOfDate(client.validUntil, now)) return true;
  if (client.ownerStatus === "LEFT" || client.ownerDeletedAt !== null) return true;
  return client.ownerOrgStatus !== "ENABLED" || client.ownerOrgDeletedAt !== null;
}

/** Who a client is at this moment, for work that goes on after its call; null once it is out of service. */
export async function actingClient(tx: Tx, id: string): Promise<Actor | null> {
  const client = await clientOf(tx, id);
  return client && !isOff(client, tx.now) ? clientActor(client, await clientRights(tx, client)) : null;
}
