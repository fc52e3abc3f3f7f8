import { commonErrors } from "@ops/platform/contract";
import { reads, requireRecord, sha256, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { type Launch, thirdErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { ownRoles } from "../rights/own-roles.ts";
import { newOneTime, useBy } from "../sso/one-time.ts";
import { type ThirdSystemRow, thirdSystems } from "./tables.ts";

const TICKET_SECONDS = 60;

/** What the person may open, in the order the administrators set. */
export const listMyThirdSystems = reads(contract.listMyThirdSystems, async (tx) => {
  const rows = await visibleSystems(tx);
  const bound = await boundPlatforms(tx);
  const used = await db(tx)
    .selectFrom("thirdSystemUse")
    .select(["systemId", "lastUsedAt"])
    .where("userId", "=", tx.actor.userId)
    .execute();
  const lastUsed = new Map(used.map(({ systemId, lastUsedAt }) => [systemId, lastUsedAt]));
  return rows.map((row) => ({
    ...row,
    isBound: row.bindingPlatform === null ? null : bound.has(row.bindingPlatform),
    lastUsedAt: lastUsed.get(row.id) ?? null,
  }));
});

async function visibleSystems(tx: Tx): Promise<ThirdSystemRow[]> {
  const rows = await db(tx)
    .selectFrom("thirdSystem")
    .selectAll()
    .where("status", "=", "ENABLED")
    .orderBy("sort")
    .orderBy("id")
    .execute();
  const mine = new Set((await ownRoles(tx)).map(({ id }) => id));
  return rows.filter((row) => isVisible(tx, row, mine));
}

function isVisible({ actor }: Tx, { visibleRoleIds }: ThirdSystemRow, mine: ReadonlySet<string>): boolean {
  return actor.isAdmin || visibleRoleIds.length === 0 || visibleRoleIds.some((id) => mine.has(id));
}

async function boundPlatforms(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await db(tx)
    .selectFrom("otherAccount")
    .select(["platform", "externalId"])
    .where("userId", "=", tx.actor.userId)
    .where("status", "=", "BOUND")
    .orderBy("boundAt")
    .execute();
  return new Map(rows.map(({ platform, externalId }) => [platform, externalId]));
}

/** Launches the person into a system that he may see (AU-R55). */
export const launchThirdSystem = writes(contract.launchThirdSystem, async (tx, { params: { code } }) => {
  const system = await db(tx).selectFrom("thirdSystem").selectAll().where("code", "=", code).executeTakeFirst();
  const mine = new Set((await ownRoles(tx)).map(({ id }) => id));
  if (!system || !isVisible(tx, system, mine)) throw commonErrors.notFound();
  if (system.status !== "ENABLED") throw thirdErrors.thirdDisabled();
  return launch(tx, system);
});

/** The same way for whoever maintains it, before others see it. */
export const testThirdSystem = writes(contract.testThirdSystem, async (tx, { params: { id } }) =>
  launch(tx, await requireRecord(tx, thirdSystems, id)),
);

async function launch(tx: Tx, system: ThirdSystemRow): Promise<Launch> {
  const { bindingPlatform: platform } = system;
  const externalId = platform === null ? null : ((await boundPlatforms(tx)).get(platform) ?? null);
  if (platform !== null && externalId === null) throw thirdErrors.thirdUnbound({ system: system.name });
  tx.trail.about(thirdSystems.name, system.id, system.code);
  tx.trail.summary = system.name;
  await noteUse(tx, system, platform);
  if (system.launchKind === "LINK") return { url: system.launchUrl, expiresInSeconds: null };
  const url = new URL(system.launchUrl);
  if (system.launchKind === "OIDC") {
    if (externalId !== null) url.searchParams.set("login_hint", externalId);
    return { url: url.href, expiresInSeconds: null };
  }
  url.searchParams.set("ticket", await issueTicket(tx, system, externalId));
  return { url: url.href, expiresInSeconds: TICKET_SECONDS };
}

async function noteUse(tx: Tx, { id }: ThirdSystemRow, platform: string | null): Promise<void> {
  const { userId } = tx.actor;
  await sql`insert into third_system_use (system_id, user_id, last_used_at) values (${id}, ${userId}, ${tx.now})
    on conflict (system_id, user_id) do update set last_used_at = excluded.last_used_at`.execute(tx.kysely);
  if (platform === null) return;
  await db(tx)
    .updateTable("otherAccount")
    .set({ lastUsedAt: tx.now })
    .where("userId", "=", userId)
    .where("platform", "=", platform)
    .where("status", "=", "BOUND")
    .execute();
}

async function issueTicket(tx: Tx, system: ThirdSystemRow, externalId: string | null): Promise<string> {
  const { value, hash, facts } = newOneTime(tx);
  const about = { systemId: system.id, userId: tx.actor.userId, externalId };
  await db(tx)
    .insertInto("thirdTicket")
    .values({ ...facts, ...about, ticketHash: hash })
    .execute();
  return value;
}

/** Uses the ticket up: of any number of verifications, by the system it was made for, one is answered (AU-R56). */
export const verifyTicket = writes(contract.verifyTicket, async (tx, { body: { ticket } }) => {
  const used = await db(tx)
    .updateTable("thirdTicket as t")
    .from("thirdSystem as s")
    .innerJoin("appUser as u", (join) => join.onTrue())
    .set(useBy(tx))
    .where("t.ticketHash", "=", sha256(ticket))
    .where("t.usedAt", "is", null)
    .where("t.expiresAt", ">", tx.now)
    .whereRef("s.id", "=", "t.systemId")
    .where("s.apiClientId", "=", tx.actor.userId)
    .whereRef("u.id", "=", "t.userId")
    .where("u.status", "=", "ACTIVE")
    .where("u.deletedAt", "is", null)
    .returning(["s.id as systemId", "s.code as systemCode", "s.givesPhone", "t.externalId"])
    .returning(["u.id", "u.userName as name", "u.staffNo", "u.mobilePhone"])
    .executeTakeFirst();
  if (!used) throw thirdErrors.ticketInvalid();
  tx.trail.about(thirdSystems.name, used.systemId, used.systemCode);
  tx.trail.summary = used.name;
  return { ...used, phone: used.givesPhone ? used.mobilePhone : null };
});
