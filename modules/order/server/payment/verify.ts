import { schedule, type Tx } from "@ops/platform/server";
import { sql } from "kysely";

interface Fault {
  readonly orderNo: string;
  readonly fault: string;
}

const MOST = 500;

/** Finds orders whose money does not add up, and repairs none of them (OR-R3). */
export async function verifyMoney(tx: Tx): Promise<Fault[]> {
  const { rows } = await sql<Fault>`
    select order_no, fault from (
      select o.order_no, '已付与收款不一致' as fault from sales_order o join order_money m using (id)
        where m.paid_fen <> (select coalesce(sum(p.amount_fen - p.excess_fen), 0) from order_payment p
          where p.order_id = o.id and p.state = 'SUCCESS')
      union all
      select o.order_no, '已退与退款不一致' from sales_order o join order_money m using (id)
        where m.refunded_fen <> (select coalesce(sum(r.amount_fen), 0) from order_refund r
          where r.order_id = o.id and r.state = 'SUCCESS' and r.why = 'CANCEL')
      union all
      select o.order_no, '应付与价格明细不一致' from sales_order o join order_money m using (id)
        where o.car_config_id is not null
          and m.due_fen <> (select coalesce(sum(l.amount_fen), 0) from order_price_line l where l.order_id = o.id)
      union all
      select distinct o.order_no, '退款超过收款' from sales_order o join order_payment p on p.order_id = o.id
        where p.amount_fen < (select coalesce(sum(r.amount_fen), 0) from order_refund r
          where r.payment_id = p.id and r.state <> 'REJECTED')
    ) faults limit ${MOST}`.execute(tx.kysely);
  return rows;
}

/** Runs at 03:40 every night. What does not add up is an alarm in the log. */
export const moneySchedule = schedule({
  name: "order.moneyVerify",
  title: "订单款项一致性检查",
  at: "40 3 * * *",
  run: (work) =>
    work.step(async (tx) => {
      const faults = await verifyMoney(tx);
      if (faults.length > 0) tx.log.error({ faults }, "the money of orders does not add up");
    }),
});
