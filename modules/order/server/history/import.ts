import {
  changeRecord,
  type ImportRow,
  type ImportSource,
  lockRecord,
  OutOfScope,
  SKIPPED,
  type Tx,
  type Verdict,
  verdictsOf,
} from "@ops/platform/server";
import { customerErrors, historyErrors, historyImport } from "../../contract/index.ts";
import { findOfPhone } from "../customer/of-phone.ts";
import { findRow } from "../database.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { numberOf, ordersIn, type SeenOrder } from "../promise/orders-in.ts";
import { requireRule, ruleOf } from "../series-rule/rule-of.ts";
import { carOf, enterMoney, enterOrder, enterPromise, promiseOf, requireConfig, takeCar } from "./enter.ts";
import { isLockedState, readTold, type ToldOrder } from "./told.ts";

/** Few, because cars and customers are locked until the end of a step. */
const ROWS_PER_STEP = 50;
/** 历史订单导入 (section 8). */
export const historyImportSource: ImportSource = {
  kind: historyImport,
  checksAlone: true,
  rowsPerStep: ROWS_PER_STEP,
  keyOf: ({ line }) => String(line),
  arrange: (rows) => ({ rows, problems: sameNumbersIn(rows) }),
  check: async (tx, rows, { options }) => {
    const known = await ordersIn(tx, rows);
    return verdictsOf(rows, (row) => checkRow(tx, row, { known, fills: options.has("overwrite") }));
  },
  apply: async (tx, row) => {
    const known = requireSeen(await ordersIn(tx, [row]), row);
    const told = readTold(tx, row);
    if (known) await fillOrder(tx, await lockRecord(tx, orders, known.id, null), told);
    else await enterOrder(tx, told);
  },
};

function sameNumbersIn(rows: readonly ImportRow[]): Map<number, string> {
  const [problems, lines] = [new Map<number, string>(), new Map<string, number>()];
  for (const row of rows) {
    const first = lines.get(numberOf(row));
    if (first === undefined) lines.set(numberOf(row), row.line);
    else problems.set(row.line, historyErrors.historyTwice({ n: first }).message);
  }
  return problems;
}

/** Finds the order of a known number. One out of sight keeps its number and is not changed. */
function requireSeen(known: ReadonlyMap<string, SeenOrder>, row: ImportRow): OrderRow | null {
  const order = known.get(numberOf(row));
  if (order && !order.isSeen) throw new OutOfScope(orders.name, order.id, historyErrors.historyKnown());
  return order ?? null;
}

interface Checking {
  readonly known: ReadonlyMap<string, SeenOrder>;
  readonly fills: boolean;
}

async function checkRow(tx: Tx, row: ImportRow, { known, fills }: Checking): Promise<Verdict | null> {
  const order = requireSeen(known, row);
  const told = readTold(tx, row);
  if (order) {
    if (!fills) return SKIPPED;
    const lacks = await lackingOf(tx, order, told);
    if (lacks.isCarLacking) await carOf(tx, told, order);
    return Object.values(lacks).some(Boolean) ? null : SKIPPED;
  }
  await requireConfig(tx, told);
  await requireRule(tx, told.seriesId);
  await carOf(tx, told, null);
  const customer = await findOfPhone(tx, { type: "PERSON", phone: told.phone });
  if (customer && !customer.nameHash.equals(tx.vault.hash("name", told.name))) {
    throw customerErrors.customerName({ name: customer.nameMasked });
  }
  return null;
}

/** What a known order lacks and a row tells. Its state stays, so only what fits that state is filled in. */
async function lackingOf(tx: Tx, order: OrderRow, told: ToldOrder) {
  const isSame = order.state === told.state;
  const money = await findRow(tx, "orderMoney", { id: order.id });
  const isLockLacking = isSame && order.lockedAt === null && told.lockedAt !== null && isLockedState(order.state);
  if (isLockLacking && told.lockedAt < order.createdAt) throw historyErrors.historyLocked();
  return {
    isLockLacking,
    isPromiseLacking: isSame && order.promiseEffective === null && told.promise !== null && isLockedState(order.state),
    isCarLacking: isSame && order.carId === null && told.vin !== null,
    isMoneyLacking: money?.dueFen === 0 && money.paidFen === 0 && told.dueFen > 0,
  };
}

async function fillOrder(tx: Tx, order: OrderRow, told: ToldOrder): Promise<void> {
  const lacks = await lackingOf(tx, order, told);
  const car = lacks.isCarLacking ? await carOf(tx, told, order) : null;
  const { cycleMaxDays } = await ruleOf(tx, order);
  const promise = lacks.isPromiseLacking || lacks.isLockLacking ? promiseOf(told, cycleMaxDays) : null;
  const isPromised = promise !== null && order.promiseEffective === null;
  const filled = await changeRecord(tx, orders, order, {
    ...(lacks.isLockLacking ? { lockedAt: told.lockedAt } : {}),
    ...(isPromised ? { promiseOriginal: promise, promiseEffective: promise, eta: promise } : {}),
    ...(car ? { carId: car.id, vin: car.vin } : {}),
  });
  if (isPromised) await enterPromise(tx, order, { promise, at: filled.lockedAt ?? filled.createdAt });
  if (lacks.isMoneyLacking) await enterMoney(tx, order, told);
  if (car) await takeCar(tx, filled, { told, car });
}
