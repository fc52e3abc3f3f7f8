import { type JobType, job, newId, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { db } from "../database.ts";
import type { SsoSettings } from "../sso/settings.ts";
import { type Claimed, noteOutcome, trySend } from "./deliver.ts";
import { outboxGateway, smsGatewayOf } from "./gateway.ts";

const Payload = z.object({ outboxId: z.uuid() });

export interface NewMessage {
  readonly phone: string;
  /** Known to the provider, who knows the text as well. */
  readonly templateCode: string;
  readonly params: Readonly<Record<string, string>>;
  /** As people read it, with `{name}` for each of the params. */
  readonly text: string;
}

/** A message to a phone; it leaves after the commit, and once. */
export async function sendMessage(tx: Tx, { phone, templateCode, params, text }: NewMessage): Promise<void> {
  const id = newId();
  await db(tx)
    .insertInto("smsOutbox")
    .values({
      id,
      mobilePhone: phone,
      templateCode,
      params: JSON.stringify(params),
      text,
      gateway: "outbox", // the job knows which
      status: "QUEUED",
      attempts: 0,
      createdAt: tx.now,
      updatedAt: tx.now,
    })
    .execute();
  await tx.enqueue(messageJob(undefined), { outboxId: id }, { key: id });
}

/** Without settings, messages stay in the outbox. */
export function messageJob(settings: SsoSettings | undefined): JobType<typeof Payload> {
  const gateway = settings ? smsGatewayOf(settings) : outboxGateway;
  const forgets = settings?.appEnv === "production";
  return job({
    parallel: 8,
    name: "authority.sendMessage",
    title: "发送短信",
    payload: Payload,
    run: async (work, { outboxId }) => {
      const claimed = await work.step((tx) => claim(tx, outboxId));
      if (!claimed) return;
      const sent = await trySend(gateway, claimed.message);
      await work.step(async (tx) => {
        const delay = await noteOutcome(tx, { ...claimed, sent, gateway, forgets });
        if (delay === null) return;
        await tx.enqueue(messageJob(settings), { outboxId }, { key: outboxId, startAfterSeconds: delay });
      });
    },
  });
}

/** A worker that died while sending is followed by one that asks again: the provider knows the id. */
async function claim(tx: Tx, outboxId: string): Promise<Claimed | null> {
  const row = await db(tx)
    .selectFrom("smsOutbox")
    .selectAll()
    .where("id", "=", outboxId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || row.status === "SENT" || row.status === "FAILED") return null;
  const attempts = row.attempts + 1;
  const claimed = { status: "SENDING", attempts, updatedAt: tx.now } as const;
  await db(tx).updateTable("smsOutbox").set(claimed).where("id", "=", outboxId).execute();
  const { mobilePhone: phone, templateCode, params } = row;
  return { message: { phone, templateCode, params, outboxId }, attempts };
}
