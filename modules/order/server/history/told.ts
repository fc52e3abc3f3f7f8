import { isDay, normaliseVin, startOfDay } from "@ops/platform/contract";
import type { ImportRow, Tx } from "@ops/platform/server";
import {
  historyErrors,
  historyImport,
  isLive,
  type OrderSource,
  type OrderStatus,
  orderSources,
  orderStates,
} from "../../contract/index.ts";

/** What a row tells about an order. */
export interface ToldOrder {
  readonly orderNo: string;
  readonly source: OrderSource;
  readonly name: string;
  readonly phone: string;
  readonly seriesId: string;
  readonly carConfigId: string;
  readonly state: OrderStatus;
  readonly createdAt: Date;
  readonly lockedAt: Date | null;
  readonly promise: string | null;
  readonly deliveredAt: Date | null;
  readonly vin: string | null;
  readonly storeId: string;
  readonly dueFen: number;
  readonly paidFen: number;
}

const WITH_CAR: readonly OrderStatus[] = ["PRODUCED", "IN_TRANSIT", "ARRIVED", "READY"];
const LIVE_LOCKED: readonly OrderStatus[] = ["LOCKED", "SCHEDULED", ...WITH_CAR];

/** The customer waits for his car. */
export const isLiveLocked = (state: OrderStatus) => LIVE_LOCKED.includes(state);
export const isLockedState = (state: OrderStatus) => isLiveLocked(state) || state === "DELIVERED";
/** The order has a car in hand. */
export const isWithCar = (state: OrderStatus) => WITH_CAR.includes(state);

/** The order waits for a car, or is not yet locked: it has none. */
const isBeforeCar = (state: OrderStatus) => isLive(state) && !isWithCar(state);

const states = new Map(Object.entries(orderStates.states).map(([state, word]) => [word, state]));
const isState = (text: string | undefined): text is OrderStatus => text !== undefined && text in orderStates.states;
const isSource = (text: string): text is OrderSource => Object.hasOwn(orderSources, text);
const titles = new Map(historyImport.columns.map(({ key, title }) => [key as string, title as string]));

/** Reads a row, and refuses what cannot be true of any order. */
export function readTold(tx: Tx, { values }: ImportRow): ToldOrder {
  const text = (key: string) => values[key] ?? "";
  const state = states.get(text("state")) ?? text("state");
  // An order under review would need its request, which a file cannot tell.
  if (!isState(state) || state === "CANCEL_REVIEW") throw historyErrors.historyState();
  const createdAt = timeOf(tx, values, "createdAt") ?? tx.now;
  const paidFen = fenOf(text("paid")) ?? 0;
  const source = text("source");
  return checked({
    orderNo: text("orderNo"),
    source: isSource(source) ? source : "IMPORT",
    name: text("name"),
    phone: text("phone"),
    seriesId: text("seriesId"),
    carConfigId: text("carConfigId"),
    state,
    createdAt,
    lockedAt: timeOf(tx, values, "lockedAt"),
    promise: values["promise"] ?? null,
    deliveredAt: timeOf(tx, values, "deliveredAt"),
    vin: values["vin"] ? normaliseVin(values["vin"]) : null,
    storeId: text("storeId"),
    dueFen: fenOf(text("due")) ?? paidFen,
    paidFen,
  });
}

function checked(told: ToldOrder): ToldOrder {
  const { state, source, createdAt, lockedAt, deliveredAt, vin, dueFen, paidFen } = told;
  if (lockedAt && lockedAt < createdAt) throw historyErrors.historyLocked();
  if (isLockedState(state) && lockedAt === null && source !== "IMPORT") throw historyErrors.historyLockedNone();
  if ((state === "DELIVERED") !== (deliveredAt !== null)) throw historyErrors.historyDeliveredNone();
  if (deliveredAt && deliveredAt < (lockedAt ?? createdAt)) throw historyErrors.historyDelivered();
  if (vin === null && (isWithCar(state) || state === "DELIVERED")) throw historyErrors.historyCarNone();
  if (vin !== null && isBeforeCar(state)) throw historyErrors.historyState();
  if (paidFen > dueFen) throw historyErrors.historyPaid();
  return told;
}

/** Reads `2025-03-01` or `2025-03-01 14:30:00`, which is not yet to come. */
function timeOf(tx: Tx, values: ImportRow["values"], key: string): Date | null {
  const text = values[key];
  if (!text) return null;
  const column = titles.get(key) ?? "";
  const [, year = "", month = "", date = "", hours = "0", minutes = "0", seconds = "0"] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text) ?? [];
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const isTime = isDay(day) && Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  if (!isTime) throw historyErrors.historyTime({ column });
  const at = startOfDay(day).getTime() + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  if (at > tx.now.getTime()) throw historyErrors.historyFuture({ column });
  return new Date(at);
}

/** Whole fen of an amount in 元, without the error of a float. */
function fenOf(text: string): number | null {
  if (text === "") return null;
  const [whole = "0", part = ""] = text.split(".");
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}
