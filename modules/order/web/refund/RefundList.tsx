import { getRefund, listRefunds } from "@ops/order/contract";
import { columnsOf, ListPage, useOpened } from "@ops/platform/web";
import { linkedOrder } from "../order/OrderLink.tsx";
import { refundActions, refundTones } from "./refund-record.tsx";

/** 退款 (section 5): those that failed stand first. */
export function RefundList() {
  const { open } = useOpened("orderRefund");
  return (
    <ListPage
      title="退款"
      memory="?tab=refunds"
      endpoint={listRefunds}
      filters={["refundNo", "orderNo", "state", "why", "createdAt"]}
      columns={columnsOf(listRefunds, {
        refundNo: { width: 165, opens: ({ id }) => open(id) },
        orderNo: { width: 165, as: linkedOrder },
        customerName: 90,
        why: 100,
        amountFen: 120,
        channelName: 90,
        state: { width: 100, tones: refundTones },
        route: 90,
        failureReason: 180,
        createdAt: true,
      })}
      rowActions={[{ label: "详情", needs: getRefund, run: ({ id }) => open(id) }, ...refundActions]}
      open={({ id }) => open(id)}
      empty="暂无退款"
    />
  );
}
