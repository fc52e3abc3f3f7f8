import type { Tx } from "@ops/platform/server";
import type { z } from "zod";
import { intakeErrors } from "../../contract/index.ts";
import type { OrderRow } from "../order/tables.ts";

/** Something that was told about an order, with the time at which it happened. */
export interface Message {
  readonly at: Date;
  readonly payload: unknown;
}

/** What a message came to: it applied, or why it changed nothing. */
export type Outcome = { readonly applied: true } | { readonly applied: false; readonly reason: string };

export const APPLIED: Outcome = { applied: true };
export const ignore = (reason: string): Outcome => ({ applied: false, reason });
/** An older stage than the one that the order has reached. */
export const PASSED = ignore("已过该阶段");

/** Applies a message to an order that is locked. */
export type Tell = (tx: Tx, order: OrderRow, message: Message) => Promise<Outcome>;

export function readPayload<S extends z.ZodObject>(schema: S, { payload }: Message): z.output<S> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw intakeErrors.eventPayload({ field: parsed.error.issues[0]?.path.join(".") || "payload" });
}
