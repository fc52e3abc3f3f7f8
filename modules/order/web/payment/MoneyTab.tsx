import {
  addRefund,
  excessLeft,
  getOrderMoney,
  getRefund,
  isOwed,
  type OrderDetail,
  type Payment,
} from "@ops/order/contract";
import {
  NotLoaded,
  PartTable,
  partsOf,
  showMoney,
  type Tone,
  useDialog,
  useEndpoint,
  useMay,
  useOpened,
} from "@ops/platform/web";
import { Button } from "antd";
import "../order/order.css";
import { refundTones } from "../refund/refund-record.tsx";
import "./payment.css";

const AgainDialog = partsOf(() => import("../refund/AgainDialog.tsx")).overlay("AgainDialog");

const paymentTones: Readonly<Record<Payment["state"], Tone>> = { PENDING: "active", SUCCESS: "good", FAILED: "bad" };

/** 收款退款: what is due, paid and open, every payment and every refund. */
export function MoneyTab({ order }: { readonly order: OrderDetail }) {
  const { id, dueFen } = order;
  const may = useMay();
  const again = useDialog<Payment>();
  const refunds = useOpened("orderRefund");
  const asked = useEndpoint(getOrderMoney, { params: { id } }, { silent: true, enabled: dueFen !== null });
  if (dueFen === null) return <p className="order-hint">收款由下单门店与总部查看</p>;
  if (asked.error) return <NotLoaded reason={asked.error.message} onRetry={() => void asked.refetch()} />;
  const money = asked.data;
  const leftOf = (payment: Payment) => excessLeft(payment, money?.refunds ?? []);
  const isAsked = may(addRefund) && money?.payments.some((payment) => leftOf(payment) > 0);
  const act = {
    width: 110,
    as: (payment: Payment) =>
      leftOf(payment) > 0 && (
        <Button size="small" type="link" onClick={() => again.open(payment)}>
          申请退还
        </Button>
      ),
  };
  const sums = [
    ["应付", money?.dueFen],
    ["已付", money?.paidFen],
    ["已退", money?.refundedFen],
    ["待付", isOwed(order.state) ? money?.balanceFen : null],
    ["小定应付", money?.smallFen],
    ["大定应付", money?.bigFen],
  ] as const;
  return (
    <>
      <dl className="money-sums">
        {sums.map(([label, fen]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd data-tone={label === "待付" && fen ? "open" : "none"}>{showMoney(fen)}</dd>
          </div>
        ))}
      </dl>
      <PartTable
        from={getOrderMoney}
        id={id}
        part="payments"
        empty="还没有收款"
        columns={{
          payNo: 170,
          kind: 70,
          channel: 90,
          amountFen: true,
          excessFen: true,
          state: { width: 90, tones: paymentTones },
          txnNo: 0,
          paidAt: true,
          remark: money?.payments.some(({ remark }) => remark) ? 120 : null,
        }}
        act={isAsked ? act : undefined}
      />
      {again.value && (
        <AgainDialog order={order} payment={again.value} leftFen={leftOf(again.value)} onClose={again.close} />
      )}
      <PartTable
        from={getOrderMoney}
        id={id}
        part="refunds"
        empty="还没有退款"
        columns={{
          refundNo: { width: 170, opens: may(getRefund) ? (refund) => refunds.open(refund.id) : undefined },
          why: 100,
          amountFen: true,
          channelName: 90,
          route: 90,
          state: { width: 90, tones: refundTones },
          failureReason: 0,
          finishedAt: true,
        }}
      />
    </>
  );
}
