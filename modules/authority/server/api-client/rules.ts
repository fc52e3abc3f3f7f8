import { type Endpoint, fieldModes, ruledFields } from "@ops/platform/contract";
import { type Actor, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { apiClientErrors, isIpOrNetwork } from "../../contract/index.ts";
import { isOutOfDate } from "../account/out-of-date.ts";
import { db } from "../database.ts";
import { keyOf } from "../interface/described.ts";
import { organizations } from "../organization/tables.ts";
import { users } from "../person/tables.ts";
import { permissionName } from "../rights/catalogue.ts";
import { compileRights, type Rights } from "../rights/compile.ts";
import { exceededCode, isWithin, shapeOf } from "../rights/exceeds.ts";
import { effectivePosts } from "../rights/posts.ts";

/** The settings that decide what a client can reach. */
export interface ClientReach {
  readonly ownerOrgId: string;
  readonly ownerUserId: string;
  readonly actAsUserId: string | null;
  readonly interfaceIds: readonly string[];
}

export function checkAddresses(ipAllow: readonly string[]): void {
  if (!ipAllow.every(isIpOrNetwork)) throw apiClientErrors.ipFormat();
}

export function checkValidUntil(tx: Tx, validUntil: string | null): void {
  if (isOutOfDate(validUntil, tx.now)) throw apiClientErrors.apiClientValidPast();
}

/**
 * Requires that the client gets no more than the operator has (AU-R15, AU-R53): organisation and people
 * in scope, interfaces that the operator may call, and a data scope within the operator's own. Checked
 * whenever somebody edits a client or gets its key.
 */
export async function assertMayHold(tx: Tx, reach: ClientReach): Promise<void> {
  const organization = await requireRecord(tx, organizations, reach.ownerOrgId);
  if (organization.status !== "ENABLED") throw apiClientErrors.apiClientOrgOff();
  const owner = await requireRecord(tx, users, reach.ownerUserId);
  if (!isUsable(tx, owner)) throw apiClientErrors.apiClientOwnerOff();
  const granted = await grantedEndpoints(tx, reach.interfaceIds);
  if (granted.length !== new Set(reach.interfaceIds).size) throw apiClientErrors.apiClientInterfaceGone();
  if (reach.actAsUserId !== null) await requireLender(tx, reach.actAsUserId);
  await assertWithinOwn(tx, reach, granted);
}

/**
 * An operator with fewer rights than the client may not take anything from it (AU-R16). Owners, lenders and interfaces
 * that no longer exist are not checked, because editing is the way to replace them.
 */
export async function assertMayTake(tx: Tx, reach: ClientReach): Promise<void> {
  await assertWithinOwn(tx, reach, await grantedEndpoints(tx, reach.interfaceIds));
}

async function assertWithinOwn(tx: Tx, reach: ClientReach, granted: readonly Endpoint[]): Promise<void> {
  const denied = granted.find((endpoint) => !tx.actor.mayCall(endpoint));
  if (denied) throw exceeds(tx, denied.permission);
  if (tx.actor.isAdmin) return;
  const codes = [...new Set(granted.map(({ permission }) => permission))];
  const lender = reach.actAsUserId === null ? null : await rightsOf(tx, reach.actAsUserId);
  const code = lender ? await exceededByPerson(tx, lender, codes) : await exceededByTree(tx, reach.ownerOrgId, codes);
  if (code !== null) throw exceeds(tx, code);
  const field = exceededField(tx, codes, lender?.fieldMode ?? null);
  if (field !== undefined) throw apiClientErrors.grantExceeds({ name: field.label });
}

const exceeds = (tx: Tx, code: string) => apiClientErrors.grantExceeds({ name: permissionName(tx, code) });

interface Account {
  readonly status: string;
  readonly boolAdmin: boolean;
  readonly validUntil: string | null;
  readonly frozenReason: string | null;
}

function isUsable(tx: Tx, { status, validUntil, frozenReason }: Account): boolean {
  const isOpen = status === "ACTIVE" || status === "PENDING"; // system accounts never sign in and stay PENDING
  return isOpen && frozenReason === null && !isOutOfDate(validUntil, tx.now);
}

/** Tells whether a client may borrow the rights of this account: it must be usable and no administrator. */
export function canLend(tx: Tx, account: Account): boolean {
  return !account.boolAdmin && isUsable(tx, account);
}

/**
 * Finds the existing endpoints of these interfaces. Endpoints without a code
 * are for people, not for systems, and are left out.
 */
async function grantedEndpoints(tx: Tx, ids: readonly string[]): Promise<Endpoint[]> {
  const rows = await db(tx)
    .selectFrom("apiInterface")
    .select(["method", "path"])
    .where("id", "in", [...ids])
    .where("status", "<>", "REMOVED")
    .execute();
  const declared = new Map(tx.endpoints.map((endpoint) => [keyOf(endpoint), endpoint]));
  return rows.flatMap((row) => declared.get(keyOf(row)) ?? []).filter(({ permission }) => permission.includes(":"));
}

function exceededByTree(tx: Tx, organizationId: string, permissionCodes: readonly string[]): Promise<string | null> {
  const tree = { id: "", dataScope: "ORG_TREE", scopeOverrides: {}, customOrgs: [] } as const;
  const role = { ...tree, fieldRules: {}, excludedInterfaces: [], permissionCodes };
  return exceededCode(tx, role, [organizationId]);
}

async function requireLender(tx: Tx, userId: string): Promise<void> {
  const lender = await requireRecord(tx, users, userId);
  if (!canLend(tx, lender)) throw apiClientErrors.apiClientActAs();
}

/** Compiles the rights of the lending person in all posts together. */
async function rightsOf(tx: Tx, userId: string): Promise<Rights> {
  const posts = await effectivePosts(tx, userId);
  const organizationIds = posts.map(({ organizationId }) => organizationId);
  return compileRights(tx, userId, organizationIds);
}

/**
 * Finds the first code with which the lender reaches further than the operator. The lender's
 * own records may belong to any organisation where the lender works, so the operator must
 * reach all of those. Operators may lend their own records.
 */
async function exceededByPerson(tx: Tx, lender: Rights, codes: readonly string[]): Promise<string | null> {
  const answered = new Map<string, boolean>();
  const posts = sql`select unnest(${lender.organizationIds}::uuid[])`;
  for (const code of codes.filter((one) => lender.codes.has(one))) {
    const [own, lent] = [tx.actor.scopeOf(code), lender.scopeOf(code)];
    const isOthersOwn = !lent.all && lent.selfId !== null && lent.selfId !== tx.actor.userId;
    const key = `${shapeOf(tx, lent)} ${isOthersOwn} in ${shapeOf(tx, own)}`;
    const wanted = lent.all ? "ALL" : (lent.organizations ?? "SELF");
    const reaches = async () => (await isWithin(tx, own, wanted)) && (!isOthersOwn || (await isWithin(tx, own, posts)));
    const fits = answered.get(key) ?? (await reaches());
    answered.set(key, fits);
    if (!fits) return code;
  }
  return null;
}

/** Finds a field of these codes' entities of which the client would see more than the operator. */
function exceededField({ actor }: Tx, codes: readonly string[], lent: Actor["fieldMode"]) {
  const entityOf = (code: string) => code.split(":").slice(0, 2).join(":");
  const entities = new Set(codes.map(entityOf));
  const rank = (mode: Actor["fieldMode"], key: string, read: string) => fieldModes.indexOf(mode?.(key, read) ?? "EDIT");
  return [...ruledFields.values()].find(
    ({ key, read }) => entities.has(entityOf(read)) && rank(lent, key, read) > rank(actor.fieldMode, key, read),
  );
}
