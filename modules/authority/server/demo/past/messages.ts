import type { Insertable } from "kysely";
import type { AuthorityTables } from "../../database.ts";
import { type Calendar, minutesAfter } from "../calendar.ts";
import type { Person } from "../people/people.ts";
import { idOf, type Seeded } from "../seeded.ts";

const COUNT = 20;
const FAILED_EVERY = 9;

/** Makes the SMS codes that people requested at the portal in the last days. All have expired (platform.md 11). */
export function messageRows(
  persons: readonly Person[],
  calendar: Calendar,
  random: Seeded,
): Insertable<AuthorityTables["smsOutbox"]>[] {
  const active = persons.filter(({ status, staffNo }) => status === "ACTIVE" && staffNo);
  return Array.from({ length: COUNT }, (_, index) => {
    const { mobilePhone } = active[(index * 13) % active.length] ?? { mobilePhone: "" };
    const code = String(random.integer(100_000, 999_999));
    const createdAt = calendar.workingTime(random, 1 + (index % 5));
    const isFailed = index % FAILED_EVERY === FAILED_EVERY - 1;
    return {
      id: idOf(`sms:${index}`),
      mobilePhone,
      templateCode: "LOGIN_CODE",
      params: JSON.stringify({ code }),
      text: "【营销运营管理平台】验证码{code}，5分钟内有效，请勿告知他人。",
      gateway: isFailed ? "http" : "outbox",
      status: isFailed ? "FAILED" : "SENT",
      attempts: isFailed ? 3 : 1,
      providerMsgId: isFailed ? null : `outbox-${index + 1}`,
      lastError: isFailed ? "网关没有应答" : null,
      createdAt,
      updatedAt: minutesAfter(createdAt, isFailed ? 3 : 0),
    };
  });
}
