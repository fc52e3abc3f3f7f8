import {
  type AnswerFrom,
  type BodyOf,
  type listNoticeSwitches,
  type NoticeCategory,
  noticeErrors,
  type setNoticeSwitch,
} from "@ops/platform/contract";
import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { db } from "../tables.ts";

type Switches = AnswerFrom<typeof listNoticeSwitches>;

/** Lists the actor's switches for the existing carriers. All are on by default. */
export async function listSwitches(tx: Tx): Promise<Switches> {
  const rows = await db(tx)
    .selectFrom("noticeSwitchOff")
    .select(["carrier", "category"])
    .where("userId", "=", tx.actor.userId)
    .execute();
  const off = new Set(rows.map(({ carrier, category }) => `${carrier} ${category}`));
  const isOn = (carrier: string, category: NoticeCategory) => !off.has(`${carrier} ${category}`);
  return tx.noticeCarriers.map(({ key, label }) => ({
    carrier: key,
    label,
    isOn: {
      TASK: isOn(key, "TASK"),
      APPROVAL: isOn(key, "APPROVAL"),
      WARNING: isOn(key, "WARNING"),
      SYSTEM: isOn(key, "SYSTEM"),
    },
  }));
}

export async function setSwitch(
  tx: Tx,
  { carrier, category, isOn }: BodyOf<typeof setNoticeSwitch>,
): Promise<Switches> {
  const known = tx.noticeCarriers.find(({ key }) => key === carrier);
  if (!known) throw noticeErrors.carrier();
  const { userId } = tx.actor;
  tx.trail.summary = `${known.label}：${isOn ? "打开" : "关闭"}`;
  const query = isOn
    ? sql`delete from notice_switch_off where user_id = ${userId} and carrier = ${carrier} and category = ${category}`
    : sql`insert into notice_switch_off (user_id, carrier, category) values (${userId}, ${carrier}, ${category})
        on conflict do nothing`;
  await query.execute(tx.kysely);
  return listSwitches(tx);
}
