import { demoId } from "@ops/platform/server";
import type { PublishedCar } from "@ops/vehicle/server";
import type { OrderSource, OrderStatus } from "../../contract/index.ts";
import type { OrderRow } from "../order/tables.ts";

/** How much of the price has been paid. */
export type PaidPart = "NONE" | "SMALL" | "BIG" | "DOWN" | "ALL";

export interface Step {
  readonly state: OrderStatus;
  readonly at: Date;
}

export interface Word {
  readonly eta: string;
  readonly reason: string;
  readonly at: Date;
}

/** What happened to an order of the demo; its rows follow from it. */
export interface OrderPlan {
  readonly id: string;
  readonly orderNo: string;
  readonly source: OrderSource;
  readonly customerId: string;
  readonly storeId: string;
  readonly deliveryStoreId: string | null;
  readonly advisorId: string | null;
  readonly createdAt: Date;
  /** Every stage, the first one unpaid. */
  readonly steps: readonly Step[];
  readonly prevState: OrderStatus | null;
  readonly lockedAt: Date | null;
  readonly path: OrderRow["path"];
  readonly car: Pick<PublishedCar, "id" | "vin" | "marketTypeId"> | null;
  /** Empty: the customer has not chosen yet. */
  readonly choice: Pick<PublishedCar, "carConfigId" | "optionCodes" | "extColor" | "intColor" | "configKey"> | null;
  readonly seriesId: string;
  readonly payMode: OrderRow["payMode"];
  readonly paid: PaidPart;
  /** What the brand said later about the day. */
  readonly word: Word | null;
  readonly butlerId: string | null;
  readonly butlerWhy: string | null;
  readonly heldReason: string | null;
  /** When the customer is expected. */
  readonly appointmentAt: Date | null;
}

export const stateOf = ({ steps }: Pick<OrderPlan, "steps">): OrderStatus => steps.at(-1)?.state ?? "UNPAID";

export const atStage = ({ steps }: Pick<OrderPlan, "steps">, state: OrderStatus): Date | undefined =>
  steps.find((step) => step.state === state)?.at;

/** The id of the cancellation of an order, if it has one. */
export const cancelIdOf = ({ orderNo }: Pick<OrderPlan, "orderNo">): string => demoId(`cancel:${orderNo}`);
