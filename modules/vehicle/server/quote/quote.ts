import { type AnswerFrom, commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { vehicleErrors } from "../../contract/index.ts";
import { type Choice, calculateQuote, configKey } from "./calculate.ts";
import { type SoldConfig, soldConfig } from "./sold-config.ts";

/** A choice for a configuration at a time; the default is now. */
export interface AskedQuote extends Choice {
  readonly carConfigId: string;
  readonly at?: Date;
}

export type Quote = AnswerFrom<typeof contract.quoteCar>;

/** Answers the price line by line, and whether the choice may be sold (VE-R4, VE-R6). Locks nothing. */
export async function quote(tx: Tx, asked: AskedQuote): Promise<Quote> {
  const at = asked.at ?? tx.now;
  return { ...calculateQuote(await requireSold(tx, asked.carConfigId), asked, at), priceBookAt: at };
}

/**
 * Quotes by what the caller's own transaction sees, and reads each configuration once: for demo data, whose catalogue is
 * not committed yet.
 */
export function quoterOf(tx: Tx): (asked: AskedQuote) => Promise<Quote> {
  const read = new Map<string, SoldConfig | null>();
  return async (asked) => {
    const { carConfigId: id, at = tx.now } = asked;
    if (!read.has(id)) read.set(id, await soldConfig.load(tx, id));
    const config = read.get(id);
    if (!config) throw commonErrors.notFound();
    return { ...calculateQuote(config, asked, at), priceBookAt: at };
  };
}

/** Answers the quote, or refuses with VEHICLE_NOT_SELLABLE and the first reason against the sale. */
export async function assertSellable(tx: Tx, asked: AskedQuote): Promise<Quote> {
  const quoted = await quote(tx, asked);
  if (!quoted.sellable) throw vehicleErrors.notSellable({ reason: quoted.reason });
  return quoted;
}

/** Makes the key that is the same for equal cars (VE-R5). */
export async function configKeyOf(
  tx: Tx,
  { carConfigId, ...choice }: Choice & { carConfigId: string },
): Promise<string> {
  return configKey(await requireSold(tx, carConfigId), choice);
}

export async function requireSold(tx: Tx, carConfigId: string): Promise<SoldConfig> {
  const config = await tx.kept(soldConfig, carConfigId);
  if (!config) throw commonErrors.notFound();
  return config;
}
