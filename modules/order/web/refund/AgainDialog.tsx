import { addRefund, type OrderDetail, type Payment } from "@ops/order/contract";
import { FormDialog, showMoney } from "@ops/platform/web";

interface Props {
  readonly order: OrderDetail;
  readonly payment: Pick<Payment, "id" | "payNo">;
  /** How much of the payment is excess that no request gives back. */
  readonly leftFen: number;
  readonly onClose: () => void;
}

/** 申请退还多付款: asks again for what was paid beyond the price, where its first request was rejected (OR-R3). */
export function AgainDialog({ order: { id, version }, payment, leftFen, onClose }: Props) {
  return (
    <FormDialog
      kind="modal"
      title={`申请退还多付款 · ${payment.payNo}`}
      endpoint={addRefund}
      params={{ id }}
      record={{ version, paymentId: payment.id, amountFen: leftFen }}
      okText="申请"
      done="退款申请已提交！"
      fields={["amountFen", "reason"]}
      special={{ amountFen: `最多可退 ${showMoney(leftFen)}` }}
      refusals={{ ORDER_REFUND_EXCESS: "amountFen" }}
      onClose={onClose}
    />
  );
}
