import { countRecords, type TodoSource } from "@ops/platform/server";
import { sql } from "kysely";
import { ORDER_PAGE, retryRefund } from "../../contract/index.ts";
import { refunds } from "./tables.ts";

/** Money that could not be paid back waits for somebody. What waits for a decision is among the approvals. */
export const refundTodos: readonly TodoSource[] = [
  {
    key: "order.refundFailed",
    title: "退款失败",
    permission: retryRefund.permission,
    route: `${ORDER_PAGE}?tab=refunds`,
    tables: [refunds.name],
    count: (tx) => countRecords(tx, refunds, sql<boolean>`order_refund.state = 'FAILED'`),
  },
];
