import { getRefund, listRefunds, type Refund, refundStates } from "@ops/order/contract";
import { columnsOf, ListPage, StateTag, useOpened } from "@ops/platform/web";
import { OrderLink } from "../order/OrderLink.tsx";
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
        refundNo: {
          width: 165,
          as: ({ id, refundNo }: Refund) => (
            <button type="button" className="text-button" onClick={() => open(id)}>
              {refundNo}
            </button>
          ),
        },
        orderNo: {
          width: 165,
          as: ({ orderId, orderNo }: Refund) => <OrderLink orderId={orderId} orderNo={orderNo} />,
        },
        customerName: 90,
        why: 100,
        amountFen: 120,
        channelName: 90,
        state: {
          width: 100,
          as: ({ state }: Refund) => <StateTag machine={refundStates} tones={refundTones} state={state} />,
        },
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
