import { sha256, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { ssoErrors } from "../../contract/index.ts";
import { limitedPlace } from "../account/ip.ts";
import { ipAllowance } from "../account/ip-guard.ts";
import { db } from "../database.ts";

export const RESEND_SECONDS = 60;
const PER_PHONE_AND_HOUR = 5;
const PER_PHONE_AND_DAY = 10;
const PER_IP_AND_HOUR = 20;
const HOUR_MS = 3_600_000;
/** A gateway that failed a message three times in a row is left alone for this long. */
const REST_SECONDS = 60;
const TRIES_TO_DOUBT = 3;

/** Refuses a code that comes too soon or too often (PF-R48). Requests of one phone, and of one address, take turns. */
export async function checkSmsLimits(tx: Tx, mobilePhone: string): Promise<void> {
  const place = limitedPlace(tx.request.ip);
  for (const subject of [`sms-ip:${place}`, `sms-phone:${mobilePhone}`]) {
    await sql`select pg_advisory_xact_lock(${sha256(subject).readBigInt64BE().toString()}::bigint)`.execute(tx.kysely);
  }
  const hourAgo = new Date(tx.now.getTime() - HOUR_MS);
  const ofPhone = await db(tx)
    .selectFrom("smsCode")
    .select(({ fn }) => [
      fn.max("createdAt").as("last"),
      fn.countAll<number>().filterWhere("createdAt", ">", hourAgo).as("inHour"),
      fn.countAll<number>().as("inDay"),
    ])
    .where("mobilePhone", "=", mobilePhone)
    .where("createdAt", ">", new Date(tx.now.getTime() - 24 * HOUR_MS))
    .executeTakeFirstOrThrow();
  const wait = ofPhone.last ? RESEND_SECONDS - Math.floor((tx.now.getTime() - ofPhone.last.getTime()) / 1000) : 0;
  if (wait > 0) throw ssoErrors.smsWait({ n: wait });
  const ofIp = await db(tx)
    .selectFrom("smsCode")
    .select(({ fn }) => fn.countAll<number>().as("inHour"))
    .where("ip", "=", place)
    .where("createdAt", ">", hourAgo)
    .executeTakeFirstOrThrow();
  const isTooOften = ofPhone.inHour >= PER_PHONE_AND_HOUR || ofPhone.inDay >= PER_PHONE_AND_DAY;
  if (isTooOften || ofIp.inHour >= ipAllowance(tx, tx.request.ip, PER_IP_AND_HOUR)) throw ssoErrors.smsTooFrequent();
}

/**
 * Refuses while the gateway is down, so that people turn to the staff number at once. The answer rests on all messages,
 * not on those of this phone: a phone without an account hears the same.
 */
export async function checkGateway(tx: Tx): Promise<void> {
  const since = new Date(tx.now.getTime() - REST_SECONDS * 1000);
  const { rows } = await sql`
    select 1 from sms_outbox t
    where t.last_error is not null and t.updated_at > ${since} and t.attempts >= ${TRIES_TO_DOUBT}
      and not exists (select 1 from sms_outbox s where s.status = 'SENT' and s.updated_at > t.updated_at
        and s.created_at > ${since}::timestamptz - interval '10 minutes')
    limit 1`.execute(tx.kysely);
  if (rows.length > 0) throw ssoErrors.smsFailed();
}
