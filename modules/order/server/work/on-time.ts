import { organizationsUnder } from "@ops/authority/server";
import { lookupPartners, type MetricSource } from "@ops/partner/server";
import { sql } from "kysely";

/** 准时交付率 of the stores of a partner: what they handed over in the month by the promised day (section 9, PT-R15). */
export const onTimeMetric: MetricSource = {
  metric: "ON_TIME",
  measure: async (tx, { partnerId, period }) => {
    const orgId = (await lookupPartners(tx, [partnerId])).get(partnerId)?.orgId;
    if (!orgId) return null;
    const day = sql`(delivered_at at time zone 'Asia/Shanghai')::date`;
    const { rows } = await sql<{ all: number; onTime: number }>`
      select count(*)::int as all, (count(*) filter (where ${day} <= promise_effective))::int as on_time
      from sales_order where state = 'DELIVERED' and promise_effective is not null
        and delivery_store_id in (${organizationsUnder(orgId)}) and to_char(${day}, 'YYYY-MM') = ${period}`.execute(
      tx.kysely,
    );
    const [counted] = rows;
    if (!counted || counted.all === 0) return null;
    const value = counted.onTime / counted.all;
    return { value, score: Math.floor(100 * value + 0.5) };
  },
};
