import {
  getOrder,
  getOrderPapers,
  isBeforeLock,
  type OrderContract,
  type OrderDetail,
  type OrderInvoice,
} from "@ops/order/contract";
import { NotLoaded, PartTable, type Tone, useEndpoint } from "@ops/platform/web";

const contractTones: Readonly<Record<OrderContract["state"], Tone>> = {
  DRAFT: "neutral",
  SENT: "active",
  SIGNED: "good",
  VOID: "neutral",
};
const invoiceTones: Readonly<Record<OrderInvoice["state"], Tone>> = {
  APPLYING: "active",
  ISSUED: "good",
  FAILED: "bad",
  RED_PENDING: "active",
  RED: "neutral",
};

const LOOK_AGAIN_MS = 15_000;

/** Somebody outside is at it: the customer signs, or the tax program works. */
const isAwaited = ({ contractState, invoiceState, isInvoiceUnsure }: OrderDetail) =>
  contractState === "SENT" || (!isInvoiceUnsure && (invoiceState === "APPLYING" || invoiceState === "RED_PENDING"));

/** 合同发票: what is still to be paid or agreed with its owner, every contract and every invoice, the newest first. */
export function PapersTab({ order }: { readonly order: OrderDetail }) {
  const of = { params: { id: order.id } };
  const look = { silent: true, background: true, refetchInterval: isAwaited(order) ? LOOK_AGAIN_MS : false } as const;
  useEndpoint(getOrder, of, look); // the acts of the drawer follow from it
  const asked = useEndpoint(getOrderPapers, of, look);
  if (asked.error) return <NotLoaded reason={asked.error.message} onRetry={() => void asked.refetch()} />;
  const papers = { from: getOrderPapers, id: order.id };
  return (
    <>
      <PartTable
        {...papers}
        part="missing"
        title="付款待办"
        rowKey="step"
        empty={isBeforeLock(order.state) ? "锁单前只收定金，见收款退款" : "没有待办的付款事项"}
        columns={{ step: 0, before: 120, ownerName: 140 }}
      />
      <PartTable
        {...papers}
        part="contracts"
        empty="锁单后自动生成合同"
        columns={{
          contractNo: 160,
          state: { width: 90, tones: contractTones },
          createdAt: true,
          sentAt: true,
          signedAt: true,
          outsideNo: 120,
          voidReason: 0,
        }}
      />
      <PartTable
        {...papers}
        part="invoices"
        empty="还没有申请开票"
        columns={{
          invoiceNo: 140,
          kind: 150,
          state: { width: 90, tones: invoiceTones },
          title: 90,
          amountFen: true,
          issuedAt: true,
          redNo: 120,
          failure: 0,
        }}
      />
    </>
  );
}
