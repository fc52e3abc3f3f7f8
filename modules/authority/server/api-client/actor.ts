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

/**
 * What a client may do: call its interfaces, within the subtree of its
 * organisation or with the rights that it borrows (AU-R53).
 */
export interface ClientRights {
  readonly organizationIds: readonly string[];
  /** When something ends by date, so that the rights have to be computed again. */
  readonly until: Date | null;
  can(permission: string): boolean;
  mayCall(endpoint: Endpoint): boolean;
  scopeOf(permission: string): DataScope;
  readonly fieldMode: Actor["fieldMode"];
  /** Whether the account that lends the rights is read-only. */
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
  return client.actAsUserId === null ? ofTree(client, calls, codes) : lendRights(tx, client.actAsUserId, calls, codes);
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

/** Combines a person's rights in all posts with the client's interfaces; empty if the account cannot be used. */
async function lendRights(
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
 * Builds the actor. It has the client's own id and name even if it borrows rights, so that the log tells who called.
 * `standsFor` lists everybody who owns, edited, holds the key of or lends rights to the client, so that none of them
 * can get around AU-R5 through it.
 */
export function clientActor(client: FoundClient, rights: ClientRights): Actor {
  const { until: _until, ...may } = rights;
  const { id, name, ownerUserId, createdBy, updatedBy, actAsUserId, keyHolderIds, previousHolderIds } = client;
  const holders = [...keyHolderIds, ...previousHolderIds];
  const standsFor = [ownerUserId, createdBy, updatedBy, ...holders, ...(actAsUserId === null ? [] : [actAsUserId])];
  return { userId: id, name: `接口账号·${name}`, sessionId: null, isAdmin: false, standsFor, ...may };
}

/** Tells whether the client is disabled or expired, its owner has left, or its organisation is closed (AU-R54). */
export function isOff(client: FoundClient, now: Date): boolean {
  if (client.status !== "ACTIVE" || isOutOfDate(client.validUntil, now)) return true;
  if (client.ownerStatus === "LEFT" || client.ownerDeletedAt !== null) return true;
  return client.ownerOrgStatus !== "ENABLED" || client.ownerOrgDeletedAt !== null;
}

/** Loads the present rights of a client, for work that continues after its call; null if it is out of service. */
export async function actingClient(tx: Tx, id: string): Promise<Actor | null> {
  const client = await clientOf(tx, id);
  return client && !isOff(client, tx.now) ? clientActor(client, await clientRights(tx, client)) : null;
}
