import { getOrderRequests, type OrderDetail } from "@ops/order/contract";
import { PartTable, useOpened } from "@ops/platform/web";
import { orderTones } from "../order/order-tones.ts";
import { waitingFor } from "../order/waiting-for.ts";
import { cancelTones } from "./cancel-record.tsx";

/** The cancellations of an order, the newest first; its number opens one with its lines and its approval. */
export function CancelsPart({ order: { id } }: { readonly order: OrderDetail }) {
  const { open } = useOpened("orderCancel");
  return (
    <PartTable
      from={getOrderRequests}
      id={id}
      part="cancels"
      empty="没有退订申请"
      columns={{
        cancelNo: { width: 160, opens: (cancel) => open(cancel.id) },
        state: { width: 90, tones: cancelTones },
        fromState: { width: 100, tones: orderTones },
        party: 70,
        deductFen: 110,
        refundFen: 110,
        chain: { width: 160, as: ({ chain }) => waitingFor(chain) },
        createdByName: 90,
        createdAt: true,
      }}
    />
  );
}
