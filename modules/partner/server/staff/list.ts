import { accountsIdleSince, loginsOf, partnerRoles } from "@ops/authority/server";
import type { QueryOf } from "@ops/platform/contract";
import { contains, countBy, filtersOf, inScope, list, reads, requireRecord, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { type StaffState, staffSheet, staffStates } from "../../contract/index.ts";
import { requirePartner } from "../company/find.ts";
import { storesBelow } from "../company/stores-below.ts";
import { partners } from "../company/tables.ts";
import { db } from "../database.ts";
import { countUsedSeats } from "./import/seats.ts";
import { presentDetail, presentStaffs } from "./present.ts";
import { standsAs } from "./standing.ts";
import { staffs } from "./tables.ts";
import { takesStaff } from "./takes-staff.ts";

type Asked = QueryOf<typeof contract.listStaffs>;

const isFrozen = sql<boolean>`partner_staff.freeze_sources <> '{}'`;
const isActive = sql<boolean>`partner_staff.state = 'ACTIVE'`;
/** The conditions for the values that `accountOf` gives to a row. */
const accountIs: Readonly<Record<NonNullable<Asked["account"]>, RawBuilder<boolean>>> = {
  NONE: sql<boolean>`partner_staff.user_id is null`,
  USABLE: sql<boolean>`(${isActive} and not ${isFrozen} and not partner_staff.is_read_only)`,
  READ_ONLY: sql<boolean>`(${isActive} and not ${isFrozen} and partner_staff.is_read_only)`,
  FROZEN: sql<boolean>`(partner_staff.user_id is not null and ((${isActive} and ${isFrozen}) or partner_staff.state = 'LEAVING'))`,
  CLOSED: sql<boolean>`(partner_staff.user_id is not null and partner_staff.state not in ('ACTIVE', 'LEAVING'))`,
};

const filters = filtersOf(contract.listStaffs, staffs, {
  name: (name) => contains("name", name),
  account: (account) => accountIs[account],
  freezeSource: (source) => sql<boolean>`(${isFrozen} and partner_staff.freeze_sources @> array[${source}])`,
  certStanding: (standing, tx) => standsAs(tx, standing),
  lastLogin: (since, tx) => lastLoginIs(tx, since),
});

/** Lists people, and exports them with the same masks. */
export const listStaffs = list(contract.listStaffs, staffs, {
  where: filters,
  orderBy: ["createdAt", "desc"],
  present: presentStaffs,
  sheet: staffSheet,
});

const states = Object.keys(staffStates.states) as StaffState[];

export const countStaffs = reads(contract.countStaffs, async (tx, { query }) => {
  const where = await filters(tx, query);
  const counted = await countBy(tx, staffs, { column: "state", values: states, where });
  return counted.map(({ value: state, ...rest }) => ({ state, ...rest }));
});

export const getStaff = reads(contract.getStaff, async (tx, { params }) => {
  return presentDetail(tx, await requireRecord(tx, staffs, params.id));
});

export const listStaffLogins = reads(contract.listStaffLogins, async (tx, { params, query }) => {
  const { userId } = await requireRecord(tx, staffs, params.id);
  return loginsOf(tx, userId, query);
});

const DAY_MS = 86_400_000;

/** Asks the authority module which accounts have been idle, because it owns the sign-ins. */
function lastLoginIs(tx: Tx, asked: NonNullable<Asked["lastLogin"]>): RawBuilder<boolean> {
  const days = asked === "7" ? 7 : asked === "OVER_30" ? 30 : 60;
  const idle = accountsIdleSince(new Date(tx.now.getTime() - days * DAY_MS));
  const isIdle = sql<boolean>`partner_staff.user_id in (${idle})`;
  return asked === "7" ? sql<boolean>`(${isActive} and not ${isIdle})` : sql<boolean>`(${isActive} and ${isIdle})`;
}

export const listStaffPartners = reads(contract.listStaffPartners, async (tx) => {
  const found = await db(tx)
    .selectFrom("partner")
    .select(["id", "partnerNo", "shortName", "state", "accountLimit"])
    .where("orgId", "is not", null)
    .where(inScope(tx, partners))
    .orderBy("partnerNo")
    .execute();
  const used = await countUsedSeats(
    tx,
    found.map(({ id }) => id),
  );
  return found.map(({ id, partnerNo, shortName, state, accountLimit }) => ({
    id,
    partnerNo,
    shortName,
    takesStaff: takesStaff({ state }),
    seatsLeft: Math.max(0, accountLimit - (used.get(id) ?? 0)),
  }));
});

export const listStaffChoices = reads(contract.listStaffChoices, async (tx, { params }) => {
  const partner = await requirePartner(tx, params.id);
  const stores = await storesBelow(tx, [partner]);
  const roles = await partnerRoles(tx, partner.kinds);
  return {
    stores: stores.map(({ id: storeId, code, name }) => ({ id: storeId, code, name })),
    roles: roles.map(({ id: roleId, name }) => ({ id: roleId, name })),
  };
});
