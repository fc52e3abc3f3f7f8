import { type MessageTemplate, type MessageValues, writeMessage } from "@ops/platform/contract";
import { job, newId, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { db } from "../database.ts";
import { smsPort } from "./port.ts";

export interface NewMessage<T extends MessageTemplate> {
  readonly phone: string;
  /** As a module declares it; the gateway knows its text by the code. */
  readonly message: T;
  readonly values: MessageValues<T["holes"]>;
  /** The code that it carries: once that is of no use any more, the message is not sent. */
  readonly smsCodeId?: string;
}

/** A message to a phone; it leaves after the commit, and once. */
export async function sendMessage<T extends MessageTemplate>(
  tx: Tx,
  { phone, message, values, smsCodeId }: NewMessage<T>,
): Promise<void> {
  const id = newId();
  const { text, params } = writeMessage(message, values);
  await db(tx)
    .insertInto("smsOutbox")
    .values({
      id,
      ...(smsCodeId ? { smsCodeId } : {}),
      mobilePhone: phone,
      templateCode: message.code,
      params: JSON.stringify(params),
      text,
      gateway: "outbox", // the port knows which
      status: "QUEUED",
      attempts: 0,
      createdAt: tx.now,
      updatedAt: tx.now,
    })
    .execute();
  await askGateway(tx, id);
}

/** Asked for once more, a message that is under way or has gone out stays as it is. */
export async function askGateway(tx: Tx, outboxId: string): Promise<void> {
  const row = await db(tx)
    .selectFrom("smsOutbox")
    .select(["mobilePhone as phone", "templateCode", "params", "status"])
    .where("id", "=", outboxId)
    .executeTakeFirst();
  if (!row || row.status === "SENT" || row.status === "FAILED") return;
  const { status: _status, ...request } = row;
  await tx.askOutside(smsPort(undefined), outboxId, request);
}

/** Messages that waited here before there were outside calls go out by one; nothing new comes to this queue. */
export const formerMessageJob = job({
  name: "authority.sendMessage",
  title: "发送短信",
  payload: z.object({ outboxId: z.uuid() }),
  run: (work, { outboxId }) => work.step((tx) => askGateway(tx, outboxId)),
});
