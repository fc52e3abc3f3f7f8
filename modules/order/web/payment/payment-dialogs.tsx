import {
  addPayment,
  correctPrice,
  getOrder,
  getOrderMoney,
  isOfCar,
  isOwed,
  type Order,
  type TypedLine,
} from "@ops/order/contract";
import { wireTime } from "@ops/platform/contract";
import { DateTimeInput, FormDialog, FreshDialog, serverNow, showMoney, useFresh } from "@ops/platform/web";
import { Alert } from "antd";
import { useState } from "react";
import type { OfOrder, OfOrderId } from "../order/dialog-props.ts";
import { type DraftLine, draftLines, linesToType, typedLines } from "../order/draft-lines.ts";
import { LinesInput, LinesText } from "../order/LinesInput.tsx";

/** 登记收款 of money that has arrived; what is paid beyond the price goes back by itself (OR-R3). */
export function PaymentDialog({ order: { id, orderNo, state, balanceFen }, onClose }: OfOrder) {
  const isDeposit = state === "UNPAID" || state === "SMALL";
  return (
    <FormDialog
      kind="modal"
      title={`登记收款 · ${orderNo}`}
      endpoint={addPayment}
      params={{ id }}
      record={{ kind: isDeposit ? "BIG" : "BALANCE", channel: "POS", paidAt: wireTime(serverNow()), remark: null }}
      okText="登记"
      done="收款已登记！"
      fields={["kind", "channel", "amountFen", "txnNo", "paidAt", "remark"]}
      special={{ paidAt: { control: <DateTimeInput /> }, remark: { rows: 1 } }}
      refusals={{ ORDER_TXN_DUP: "txnNo" }}
      onClose={onClose}
    >
      <Alert
        className="form-alert"
        type={isOwed(state) ? "info" : "warning"}
        showIcon
        title={meaningOf(state, balanceFen)}
      />
    </FormDialog>
  );
}

/** What becomes of money that arrives in this state of the order (OR-R3). */
function meaningOf(state: Order["state"], balanceFen: number): string {
  if (state === "CANCELLED") return "订单已退订，登记的款项将全额退还";
  if (state === "CLOSED") return "订单已关闭：达到小定且配置仍在售时重新打开，否则全额退还";
  return `待付 ${showMoney(balanceFen)}，超出部分自动登记为多付退款`;
}

/** 更正价格: the typed lines of a locked order; what the car costs stays as it was locked (OR-R2). */
export function CorrectDialog({ id, onClose }: OfOrderId) {
  const params = { id };
  const order = useFresh(getOrder, { params });
  const money = useFresh(getOrderMoney, { params });
  if (!order.data || !money.data)
    return <FreshDialog of={[order, money]} title="更正价格" width={680} onClose={onClose} />;
  const { orderNo, seriesId } = order.data;
  const { version } = money.data; // that of the lines, whichever of the two answers is newer
  const stored = draftLines(money.data.lines);
  const car = money.data.lines.filter(({ kind }) => isOfCar(kind));
  return (
    <FormDialog
      title={`更正价格 · ${orderNo}`}
      width={680}
      endpoint={correctPrice}
      params={params}
      record={{ version, lines: typedLines(stored) }}
      okText="更正"
      danger
      done="价格已更正！"
      fields={["lines", "reason"]}
      special={{
        lines: {
          full: true,
          control: <TypedLines stored={stored} seriesId={seriesId} car={car} />,
          show: (lines) => <LinesText seriesId={seriesId} lines={sentLines.safeParse(lines).data ?? []} />,
        },
        reason: "更正后原合同作废，按新价格重新生成",
      }}
      reads={({ lines }) => ({ lines: typedLines(draftLines(lines)) })}
      onClose={onClose}
    />
  );
}

const sentLines = correctPrice.body.shape.lines;

interface TypedProps {
  readonly stored: readonly DraftLine[];
  readonly seriesId: string;
  readonly car: Parameters<typeof LinesInput>[0]["car"];
  readonly value?: readonly TypedLine[];
  readonly onChange?: (lines: TypedLine[]) => void;
}

/** Keeps what is typed, also while a line is not whole yet; the form holds the lines as they are sent. */
function TypedLines({ stored, seriesId, car, value, onChange }: TypedProps) {
  const [typed, setTyped] = useState({ lines: stored, sent: value });
  if (value && value !== typed.sent) setTyped({ lines: linesToType(value), sent: value }); // the form took newer ones
  const change = (lines: readonly DraftLine[]) => {
    const sent = typedLines(lines);
    setTyped({ lines, sent });
    onChange?.(sent);
  };
  return <LinesInput seriesId={seriesId} car={car} value={typed.lines} onChange={change} />;
}
