import { getOrderRequests, type OrderDetail } from "@ops/order/contract";
import { PartTable, useOpened } from "@ops/platform/web";
import { waitingFor } from "../order/waiting-for.ts";
import { changeTones } from "./change-record.tsx";

/** The changes of an order, the newest first; its number opens one with what differs and its approval. */
export function ChangesPart({ order: { id } }: { readonly order: OrderDetail }) {
  const { open } = useOpened("orderChange");
  return (
    <PartTable
      from={getOrderRequests}
      id={id}
      part="changes"
      empty="没有变更申请"
      columns={{
        changeNo: { width: 160, opens: (change) => open(change.id) },
        kind: 110,
        state: { width: 90, tones: changeTones },
        items: {
          width: 0,
          as: ({ items }) => items.map(({ label, before, after }) => `${label}：${before} → ${after}`).join("；"),
        },
        priceDiffFen: true,
        chain: { width: 160, as: ({ chain }) => waitingFor(chain) },
        createdByName: 90,
        createdAt: true,
      }}
    />
  );
}
