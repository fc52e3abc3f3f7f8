import type { ImportRow, Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { editUser } from "../../../contract/index.ts";
import { db } from "../../database.ts";
import { heldPosts } from "../../membership/dates.ts";
import type { MembershipRow } from "../../membership/tables.ts";
import { takenOf } from "../../person/guards.ts";
import { type UserRow, userScope } from "../../person/tables.ts";
import { inScope } from "../../rights/reader/in-scope.ts";
import { hasHigherRights } from "../higher-rights.ts";

/** Changing people who exist already needs the right to edit them, not the right to create new ones. */
export const editing = (tx: Tx): Tx => ({ ...tx, permission: editUser.permission });

export type Person = UserRow & { readonly inReach: boolean };

type Organization = Awaited<ReturnType<typeof organizationsOf>>[number];
type Position = Awaited<ReturnType<typeof positionsOf>>[number];

/** Everything that the rows name, loaded with a few queries however many rows there are. */
export interface Facts {
  readonly organizations: ReadonlyMap<string, Organization>;
  readonly positions: ReadonlyMap<string, Position>;
  readonly roleIds: ReadonlyMap<string, string>;
  /** People by phone. */
  readonly people: ReadonlyMap<string, Person>;
  /** The id of the person who has the staff number, by staff number. */
  readonly staffNos: ReadonlyMap<string, string>;
  readonly held: ReadonlyMap<string, readonly MembershipRow[]>;
  /** People whose validity the rows would change although they hold more rights than the operator (AU-R3). */
  readonly above: ReadonlySet<string>;
}

/** Loads the facts. With `lock`, the people cannot change until the transaction ends. */
export async function factsOf(tx: Tx, rows: readonly ImportRow[], lock: boolean): Promise<Facts> {
  const people = await peopleOf(tx, valuesOf(rows, "mobilePhone"), lock);
  const roles = await db(tx)
    .selectFrom("role")
    .select(["id", "code"])
    .where(sql<boolean>`code = any(${rows.flatMap(rolesIn)}::text[])`)
    .where("deletedAt", "is", null)
    .execute();
  return {
    organizations: byCode(await organizationsOf(tx, valuesOf(rows, "organizationCode"))),
    positions: byCode(await positionsOf(tx, valuesOf(rows, "positionCode"))),
    roleIds: new Map(roles.map(({ code, id }) => [code, id])),
    people: new Map(people.map((person) => [person.mobilePhone, person])),
    staffNos: await takenOf(tx, "staffNo", valuesOf(rows, "staffNo")),
    held: await heldPosts(
      tx,
      people.map(({ id }) => id),
    ),
    above: await aboveOf(tx, rows, people),
  };
}

async function aboveOf(tx: Tx, rows: readonly ImportRow[], people: readonly Person[]): Promise<Set<string>> {
  const days = Map.groupBy(rows, ({ values }) => values["mobilePhone"] ?? "");
  const above = new Set<string>();
  for (const { id, mobilePhone, validUntil } of people) {
    const said = (days.get(mobilePhone) ?? []).some(
      ({ values }) => (values["validUntil"] ?? validUntil) !== validUntil,
    );
    if (said && (await hasHigherRights(editing(tx), id))) above.add(id);
  }
  return above;
}

/** Splits the role codes at semicolons, including the full-width ones that Chinese keyboards type. */
export function rolesIn({ values }: ImportRow): string[] {
  const codes = (values["roleCodes"] ?? "").split(/[;；]/).map((code) => code.trim());
  return [...new Set(codes.filter(Boolean))];
}

export function valuesOf(rows: readonly ImportRow[], column: string): string[] {
  return [...new Set(rows.flatMap(({ values }) => values[column] ?? []))];
}

const byCode = <T extends { code: string }>(list: readonly T[]) => new Map(list.map((one) => [one.code, one]));

function organizationsOf(tx: Tx, codes: readonly string[]) {
  return db(tx)
    .selectFrom("organization")
    .select(["id", "code", "type", "status"])
    .select(inScope(tx, "id").as("inScope"))
    .select(inScope(editing(tx), "id").as("inEditScope"))
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .where("deletedAt", "is", null)
    .execute();
}

function positionsOf(tx: Tx, codes: readonly string[]) {
  return db(tx)
    .selectFrom("position")
    .select(["id", "code", "status", "orgTypes", "defaultRoleIds"])
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .execute();
}

/** Locks people always in the same order, so that two imports never wait for each other. */
function peopleOf(tx: Tx, phones: readonly string[], lock: boolean): Promise<Person[]> {
  const scope = tx.actor.scopeOf(editUser.permission);
  const query = db(tx)
    .selectFrom("appUser")
    .selectAll("appUser")
    .select((scope.all ? sql<boolean>`true` : userScope(scope)).as("inReach"))
    .where(sql<boolean>`app_user.mobile_phone = any(${phones}::text[])`)
    .where("appUser.deletedAt", "is", null)
    .orderBy("appUser.id");
  return (lock ? query.modifyEnd(sql`for update of app_user`) : query).execute();
}
