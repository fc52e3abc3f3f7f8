import { fillBare, type PlatformNode } from "@ops/platform/server";
import {
  COUNTS,
  customerId,
  customersFor,
  customersOf,
  ISSUES,
  MONEY,
  ordersFor,
  PAYMENTS,
  RULES,
  STAGES,
} from "./sql.ts";

/** The size of the large data set. Customers, money, payments, stages and issues follow from the number of orders. */
export interface LargeOrders {
  readonly orders: number;
}

/** So many customers have phones that can be looked for; those of the others are random. */
const KNOWN = 50;
/** The phone of the nth customer that can be looked for. */
export const largePhone = (n: number): string => `1379000${String(n % KNOWN).padStart(4, "0")}`;

/**
 * Adds orders in all states with their customers, money, payments, stages and issues to stores and people of the large organisations
 * and the series of the demo. The database generates the rows, which are the same on every machine, except that all times end
 * now.
 */
export async function loadLargeOrders(node: PlatformNode, { orders }: LargeOrders): Promise<void> {
  const client = await node.database.writerPool.connect();
  const fill = (table: string, statement: string) => fillBare(client, table, () => client.query(statement));
  try {
    await client.query("set statement_timeout = 0"); // some statements take longer than the limit of a call
    // the planner would choose nested loops, because it cannot estimate how many rows are generated
    await client.query("set enable_nestloop = off");
    await client.query(RULES);
    await fill("customer", customersFor(orders));
    await fill("sales_order", ordersFor(orders));
    await fill("order_money", MONEY);
    await fill("order_payment", PAYMENTS);
    await fill("order_stage", STAGES);
    await fill("order_issue", ISSUES);
    for (const statement of COUNTS) await client.query(statement);
    await client.query("analyze");
  } finally {
    client.release(true);
  }
  await tellPhones(node, customersOf(orders));
}

/** Gives some customers, from all over the set, a phone under whose hash they are found. */
async function tellPhones(node: PlatformNode, customers: number): Promise<void> {
  const count = Math.min(KNOWN, customers);
  const step = Math.floor(customers / count);
  const client = await node.database.writerPool.connect();
  try {
    await node.access.commit(async (tx) => {
      for (let n = 0; n < count; n++) {
        const values = [n * step, tx.vault.hash("phone", largePhone(n))];
        await client.query(`update customer set phone_hash = $2 where id = ${customerId("$1::int")}`, values);
      }
    });
  } finally {
    client.release();
  }
}
