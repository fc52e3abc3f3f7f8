import { changeRecord, type JobType, job, lockRecord, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { newInitialPassword } from "../account/initial-password.ts";
import { users } from "../person/tables.ts";
import type { AuthorityContext } from "../settings.ts";
import { sendMessage } from "../sms/message.ts";
import { firstPasswordMessage } from "../sms/messages.ts";

const Payload = z.object({ userId: z.uuid() });
const NAME = "authority.firstPassword";

/** Has a password made for the account and sent to its phone, after the commit. */
export async function sendFirstPassword(tx: Tx, userId: string): Promise<void> {
  await tx.enqueue(firstPasswordJob(undefined), { userId }, { key: userId });
}

/** Hashing takes its time, so it happens between the transactions; run again, it sends another password. */
export function firstPasswordJob(context: AuthorityContext | undefined): JobType<typeof Payload> {
  return job({
    name: NAME,
    title: "发送初始密码",
    payload: Payload,
    run: async (work, { userId }) => {
      if (!context) throw new Error(`${NAME} runs without its settings`);
      const password = newInitialPassword();
      const passwordHash = await context.hasher.hash(password);
      await work.step(async (tx) => {
        const user = await lockRecord(tx, users, userId, null);
        await changeRecord(tx, users, user, { passwordHash, mustChangePwd: true, pwdUpdatedAt: tx.now });
        await sendMessage(tx, { phone: user.mobilePhone, message: firstPasswordMessage, values: { password } });
      });
    },
  });
}
