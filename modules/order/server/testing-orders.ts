import { type AuthorityTestApp, givenMembership, givenRole, givenUser, insideOf } from "@ops/authority/server/testing";
import { idNoOf } from "@ops/partner/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, type NewRowOf } from "@ops/platform/server";
import { startSeries } from "@ops/platform/server/testing";
import { givenStore } from "@ops/store/server/testing";
import { givenConfig } from "@ops/vehicle/server/testing";
import { sql } from "kysely";
import { orderFrame, type TypedCustomer } from "../contract/index.ts";
import { findOrCreateCustomer } from "./customer/find-or-create.ts";
import { customers } from "./customer/tables.ts";
import { db } from "./database.ts";
import { lockOrderRow } from "./order/lock-order.ts";
import { type PlacedOrder, placeOrder } from "./order/place.ts";
import type { OrderRow } from "./order/tables.ts";
import { receivePayment } from "./payment/receive.ts";
import { type PolicyRow, policies } from "./policy/tables.ts";
import { type SeriesRuleRow, seriesRules } from "./series-rule/tables.ts";

const nextPerson = startSeries();
const nextText = startSeries();

/** A person whom nobody else in the tests is, as an adviser types him. */
export function newCustomer(wishes: Partial<TypedCustomer> = {}): TypedCustomer {
  const n = nextPerson();
  return { type: "PERSON", name: `客户${n}`, phone: `1360000${String(n).padStart(4, "0")}`, ...wishes };
}

/** An id number that nobody else in the tests has. */
export const newIdNo = () => idNoOf(700_000 + nextPerson());

/** The rule of a series since yesterday: 小定 1 000, 大定 5 000 元, 4 to 6 weeks. */
export function givenRule(
  app: AuthorityTestApp,
  { seriesId, ...wishes }: Partial<NewRowOf<typeof seriesRules>> & { readonly seriesId: string },
): Promise<SeriesRuleRow> {
  return app.arrange((tx) =>
    insertRecord(tx, seriesRules, {
      smallFen: 100_000,
      bigFen: 500_000,
      cycleMinDays: 28,
      cycleMaxDays: 42,
      offsets: { scheduled: 7, produced: 25, shipped: 28, arrived: 35, delivered: 40 },
      validFrom: addDays(dayOf(tx.now), -1),
      ...wishes,
      seriesId,
    }),
  );
}

/** A policy that is in force for all series since yesterday, up to 8 000 元. */
export function givenPolicy(
  app: AuthorityTestApp,
  wishes: Partial<NewRowOf<typeof policies>> = {},
): Promise<PolicyRow> {
  return app.arrange((tx) => {
    const n = nextText();
    const terms = { kind: "TRADE_IN", limitFen: 800_000, validFrom: addDays(dayOf(tx.now), -1) } as const;
    return insertRecord(tx, policies, { code: `P${n}`, name: `置换补贴${n}`, status: "ENABLED", ...terms, ...wishes });
  });
}

/** A configuration that can be ordered, whole as a choice: 239 900 + 6 000 + 12 000 = 257 900 元. */
export async function givenChoice(app: AuthorityTestApp, rule: Partial<NewRowOf<typeof seriesRules>> = {}) {
  const { id: carConfigId, seriesId } = await givenConfig(app);
  await givenRule(app, { ...rule, seriesId });
  return { seriesId, carConfigId, optionCodes: ["OP-ADS"], extColor: "EX-W01", intColor: "IN-B02" };
}

/** What somebody fills in for a new order, with a customer, a store and a choice of its own unless the test says. */
export async function newOrderBody(app: AuthorityTestApp, wishes: object = {}) {
  const { id: storeId } = await givenStore(app);
  return { customer: newCustomer(), storeId, ...(await givenChoice(app)), ...wishes };
}

/** Makes an order of a new customer in a new store, unpaid and with a whole choice by default. */
export async function givenOrder(app: AuthorityTestApp, wishes: Partial<PlacedOrder> = {}): Promise<OrderRow> {
  const choice = wishes.seriesId ? {} : await givenChoice(app);
  return app.arrange(async (tx) => {
    const storeId = wishes.storeId ?? (await givenStore(insideOf(app, tx))).id;
    const { customerId } = await findOrCreateCustomer(tx, newCustomer());
    const empty = { seriesId: "", carConfigId: null, optionCodes: [], extColor: null, intColor: null };
    return placeOrder(tx, { ...empty, ...choice, customerId, advisorId: null, lines: [], ...wishes, storeId });
  });
}

/** Makes an order that was locked today and is promised for 42 days from now. */
export async function givenLockedOrder(app: AuthorityTestApp, wishes: Partial<PlacedOrder> = {}): Promise<OrderRow> {
  const { id } = await givenOrder(app, wishes);
  return app.arrange(async (tx) => {
    await givenPaid(insideOf(app, tx), { id }, 500_000);
    const day = addDays(dayOf(tx.now), 42);
    await sql`update sales_order set state = 'LOCKED', locked_at = now(), promise_original = ${day},
      promise_effective = ${day}, eta = ${day}, delivery_store_id = coalesce(delivery_store_id, store_id)
      where id = ${id}`.execute(tx.kysely);
    return lockOrderRow(tx, id);
  });
}

/** Lets somebody have compared the number of the buyer with the original. */
export async function givenVerified(app: AuthorityTestApp, { customerId }: { customerId: string }): Promise<void> {
  await app.arrange(async (tx) => {
    const customer = await db(tx)
      .selectFrom("customer")
      .selectAll()
      .where("id", "=", customerId)
      .executeTakeFirstOrThrow();
    const verified = { identityVerifiedAt: tx.now, identityVerifiedBy: tx.actor.userId };
    await changeRecord(tx, customers, customer, { idNo: newIdNo(), ...verified });
  });
}

/** Makes somebody who is on duty for deliveries in a store at any hour, and sees the own orders like 交付专员 of the demo. */
export async function givenDutyButler(app: AuthorityTestApp, storeId: string, weight = 1): Promise<string> {
  const user = await givenUser(app, { userType: "STORE" });
  const userId = user.id;
  const roles = [await givenRole(app, { permissionCodes: [orderFrame.view], dataScope: "SELF" })];
  await givenMembership(app, { user, organization: { id: storeId }, roles, positionName: "交付专员", isPrimary: true });
  const week = JSON.stringify(Array.from({ length: 7 }, () => [{ from: "00:00", until: "24:00" }]));
  const stamp = "now(), $1, now(), $1";
  await app.rows(
    `insert into store_hours (id, created_at, created_by, updated_at, updated_by, week, exceptions)
     values ($1, ${stamp}, $2, '[]') on conflict do nothing`,
    [storeId, week],
  );
  await app.rows(
    `insert into duty_member (id, created_at, created_by, updated_at, updated_by, store_id, user_id, families, weight)
     values (gen_random_uuid(), ${stamp}, $2, $1, '{DELIVERY}', $3)`,
    [userId, storeId, weight],
  );
  return userId;
}

/** Pays so much of an order and answers it as it is then. */
export function givenPaid(
  app: Pick<AuthorityTestApp, "arrange">,
  { id }: { readonly id: string },
  amountFen: number,
): Promise<OrderRow> {
  return app.arrange(async (tx) => {
    const order = await lockOrderRow(tx, id);
    const txnNo = `T${nextText()}`;
    return receivePayment(tx, order, { kind: "BIG", channel: "BANK", amountFen, txnNo, paidAt: tx.now, remark: null });
  });
}
