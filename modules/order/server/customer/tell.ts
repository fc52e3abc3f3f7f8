import { askConfirmation, sendMessage, tryConfirmation } from "@ops/authority/server";
import { commonErrors, type MessageTemplate, type MessageValues } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { findRow } from "../database.ts";

interface Told<T extends MessageTemplate> {
  readonly customerId: string;
  /** A template that its module declares. */
  readonly message: T;
  readonly params: MessageValues<T["holes"]>;
}

interface Asked {
  readonly customerId: string;
  /** What is confirmed, such as a record with its version: a code is of no use for anything else. */
  readonly about: string;
}

/** Phones are opened here alone; no other module gets to see one. */
async function phoneOf(tx: Tx, id: string): Promise<string> {
  const customer = await findRow(tx, "customer", { id });
  if (!customer) throw commonErrors.notFound();
  return tx.vault.open(customer.phoneCipher, id);
}

/** Sends a message to the phone of a customer. */
export async function tellCustomer<T extends MessageTemplate>(
  tx: Tx,
  { customerId, message, params }: Told<T>,
): Promise<void> {
  await sendMessage(tx, { phone: await phoneOf(tx, customerId), message, values: params });
}

/** Sends a code to the phone of a customer, who confirms the act with it. */
export async function askCustomer(tx: Tx, { customerId, about }: Asked, act: string): Promise<void> {
  await askConfirmation(tx, { phone: await phoneOf(tx, customerId), about }, act);
}

/** Whether the customer confirms. It belongs in a step of its own, because a wrong try counts whatever is refused then. */
export async function tryCustomer(
  tx: Tx,
  { customerId, about, code }: Asked & { readonly code: string },
): Promise<boolean> {
  return tryConfirmation(tx, { phone: await phoneOf(tx, customerId), about, code });
}
