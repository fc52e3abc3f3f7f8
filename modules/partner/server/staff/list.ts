import { accountsIdleSince, loginsOf, organizationsBelow, partnerRoles } from "@ops/authority/server";
import type { QueryOf } from "@ops/platform/contract";
import {
  contains,
  countBy,
  filtersOf,
  findByWhole,
  inScope,
  list,
  oneOf,
  reads,
  requireRecord,
  type Tx,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { type StaffState, staffSheet, staffStates } from "../../contract/index.ts";
import { requirePartner } from "../company/find.ts";
import { partners } from "../company/tables.ts";
import { db } from "../database.ts";
import { presentDetail, presentStaffs } from "./present.ts";
import { usedSeats } from "./seats.ts";
import { standsAs } from "./standing.ts";
import { staffs } from "./tables.ts";
import { takesStaff } from "./takes-staff.ts";

type Asked = QueryOf<typeof contract.listStaffs>;

const isFrozen = sql<boolean>`partner_staff.freeze_sources <> '{}'`;
const isActive = sql<boolean>`partner_staff.state = 'ACTIVE'`;
/** The same words that `accountOf` gives a row. */
const accountIs: Readonly<Record<NonNullable<Asked["account"]>, RawBuilder<boolean>>> = {
  NONE: sql<boolean>`partner_staff.user_id is null`,
  USABLE: sql<boolean>`(${isActive} and not ${isFrozen} and not partner_staff.is_read_only)`,
  READ_ONLY: sql<boolean>`(${isActive} and not ${isFrozen} and partner_staff.is_read_only)`,
  FROZEN: sql<boolean>`(partner_staff.user_id is not null and ((${isActive} and ${isFrozen}) or partner_staff.state = 'LEAVING'))`,
  CLOSED: sql<boolean>`(partner_staff.user_id is not null and partner_staff.state not in ('ACTIVE', 'LEAVING'))`,
};

const filters = filtersOf(contract.listStaffs, staffs, {
  name: (name) => contains("name", name),
  phone: async (phone, tx) => oneOf("id", await findByWhole(tx, staffs, "phone", phone)),
  account: (account) => accountIs[account],
  freezeSource: (source) => sql<boolean>`(${isFrozen} and partner_staff.freeze_sources @> array[${source}])`,
  certStanding: (standing, tx) => standsAs(tx, standing),
  lastLogin: (since, tx) => lastLoginIs(tx, since),
});

/** People, and the same as a sheet, masked as the list is. */
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

/** Sign-ins are authority's: it tells which accounts have been idle. */
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
  const used = await usedSeats(
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
  const { orgId, kinds } = await requirePartner(tx, params.id);
  const stores = orgId === null ? [] : await organizationsBelow(tx, [orgId], "STORE");
  const roles = await partnerRoles(tx, kinds);
  return {
    stores: stores.map(({ id: storeId, code, name }) => ({ id: storeId, code, name })),
    roles: roles.map(({ id: roleId, name }) => ({ id: roleId, name })),
  };
});
