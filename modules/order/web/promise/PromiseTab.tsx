import { getOrderHistory, OrderDetail } from "@ops/order/contract";
import { FieldList, FileList, PartTable } from "@ops/platform/web";
import { PromiseDay } from "../order/order-parts.tsx";

/** 承诺: the original day, the day that counts and the expected one, and every word about them. */
export function PromiseTab({ order }: { readonly order: OrderDetail }) {
  return (
    <>
      <FieldList
        schema={OrderDetail}
        record={order}
        fields={["promiseOriginal", { show: "promiseEffective", as: (one) => <PromiseDay order={one} /> }, "eta"]}
      />
      <PartTable
        from={getOrderHistory}
        id={order.id}
        part="promises"
        rowKey="no"
        empty="锁单后才有承诺交付日"
        columns={{
          at: true,
          kind: 100,
          promisedOn: true,
          eta: true,
          party: 80,
          reason: 0,
          files: {
            width: 160,
            wraps: true,
            as: ({ files }) => (files.length > 0 ? <FileList files={files} label="凭证" /> : "-"),
          },
          byName: 90,
        }}
      />
    </>
  );
}
