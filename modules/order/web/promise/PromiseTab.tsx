import { getOrderHistory, OrderDetail, Promised } from "@ops/order/contract";
import { FieldList, FileList, PlainTable, tableColumnsOf, useEndpoint } from "@ops/platform/web";
import { PromiseDay } from "../order/order-parts.tsx";
import "../order/order.css";

/** 承诺: the original day, the day that counts and the expected one, and every word about them. */
export function PromiseTab({ order }: { readonly order: OrderDetail }) {
  const asked = useEndpoint(getOrderHistory, { params: { id: order.id } }, { silent: true });
  return (
    <>
      <FieldList
        schema={OrderDetail}
        record={order}
        fields={["promiseOriginal", { show: "promiseEffective", as: (one) => <PromiseDay order={one} /> }, "eta"]}
      />
      <h3 className="order-part">承诺记录</h3>
      <PlainTable
        rowKey="no"
        of={asked}
        rows={asked.data?.promises}
        empty="锁单后才有承诺交付日"
        columns={tableColumnsOf(Promised, {
          at: true,
          kind: 100,
          promisedOn: true,
          eta: true,
          party: 80,
          reason: 0,
          files: { width: 160, wraps: true, as: ({ files }) => <FileList files={files} label="凭证" /> },
          byName: 90,
        })}
      />
    </>
  );
}
