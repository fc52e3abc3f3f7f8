import { randomInt } from "node:crypto";
import { newId, sameText, type Tx } from "@ops/platform/server";
import { limitedPlace } from "../account/ip.ts";
import { db } from "../database.ts";
import { codeOutcome } from "./code-outcome.ts";
import { checkGateway, checkSmsLimits } from "./limits.ts";
import { sendMessage } from "./message.ts";
import { confirmCodeMessage } from "./messages.ts";

const SCENE = "CONFIRM";
const VALID_MS = 10 * 60_000;

interface Asked {
  readonly phone: string;
  /** What it confirms, such as a record with its state: a code is of no use for anything else. */
  readonly about: string;
}

/** Sends six digits to a phone whose owner is to confirm something; a newer request supersedes the older. */
export async function askConfirmation(tx: Tx, { phone, about }: Asked, act: string): Promise<void> {
  await checkSmsLimits(tx, phone);
  await checkGateway(tx);
  await codes(tx, phone).set({ status: "SUPERSEDED" }).execute();
  const [id, code] = [newId(), String(randomInt(1_000_000)).padStart(6, "0")];
  await db(tx)
    .insertInto("smsCode")
    .values({
      id,
      mobilePhone: phone,
      scene: SCENE,
      about,
      codeHash: hashOf(tx, id, code),
      createdAt: tx.now,
      expiresAt: new Date(tx.now.getTime() + VALID_MS),
      status: "SENT",
      ip: limitedPlace(tx.request.ip),
    })
    .execute();
  await sendMessage(tx, { phone, message: confirmCodeMessage, values: { act, code }, smsCodeId: id });
}

/** Whether the owner of the phone confirms. In a step of its own: a wrong try counts, whatever is refused afterwards. */
export async function tryConfirmation(tx: Tx, { phone, about, code }: Asked & { code: string }): Promise<boolean> {
  const row = await db(tx)
    .selectFrom("smsCode")
    .select(["id", "codeHash", "attempts", "expiresAt"])
    .where("mobilePhone", "=", phone)
    .where("scene", "=", SCENE)
    .where("about", "=", about)
    .where("status", "=", "SENT")
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const change = codeOutcome(tx, row, sameText(hashOf(tx, row.id, code), row.codeHash ?? ""));
  await db(tx).updateTable("smsCode").set(change).where("id", "=", row.id).execute();
  return change.status === "USED";
}

function codes(tx: Tx, phone: string) {
  return db(tx)
    .updateTable("smsCode")
    .where("mobilePhone", "=", phone)
    .where("scene", "=", SCENE)
    .where("status", "=", "SENT");
}

function hashOf(tx: Tx, id: string, code: string): string {
  return tx.vault.hash("code", `${id}:${code}`).toString("base64url");
}
