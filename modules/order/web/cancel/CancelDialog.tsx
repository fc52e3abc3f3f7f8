import {
  applyCancel,
  type CancelCharge,
  CancelLine,
  type CancelPreview,
  cancelLineKinds,
  coverLines,
  getOrder,
  type Party,
  parties,
  paymentChannels,
  previewCancel,
} from "@ops/order/contract";
import {
  choicesOf,
  FormDialog,
  FreshDialog,
  MoneyInput,
  PlainTable,
  showMoney,
  tableColumnsOf,
  useAnnounced,
  useFresh,
} from "@ops/platform/web";
import { Alert, Radio } from "antd";
import { useState } from "react";
import type { z } from "zod";
import type { OfOrderId } from "../order/dialog-props.ts";
import "./cancel.css";

/** 退订: reason, party, what it costs with what is waived of it, and the plan that balances (OR-R8, OR-R9). */
export function CancelDialog({ id, onClose }: OfOrderId) {
  const [told, setTold] = useState<Party>("CUSTOMER");
  const [waived, setWaived] = useState<Readonly<Record<string, number>>>({});
  const order = useFresh(getOrder, { params: { id } });
  const asked = useFresh(previewCancel, { params: { id }, query: { party: told } });
  const preview = asked.data; // of the former party until the new one is there
  if (!order.data || !preview) return <FreshDialog of={[order, asked]} title="退订" width={760} onClose={onClose} />;
  const withWaived = (charges: readonly CancelCharge[]) =>
    charges.map((charge) => ({ ...charge, waivedFen: waived[nameOf(charge)] ?? 0 }));
  const lines = withWaived(preview.charges);
  const covered = coverLines(lines, preview.paidFen);
  const isWaived = lines.some(({ waivedFen }) => waivedFen > 0);
  const levels = isWaived ? preview.waivedLevels : preview.levels;
  const pick = (party: Party) => {
    setTold(party);
    setWaived({});
  };
  const plan = (
    <section className="cancel-plan" aria-label="退款试算">
      <Charges lines={covered.lines} onWaive={(name, fen) => setWaived({ ...waived, [name]: fen })} />
      <Balance preview={preview} covered={covered} />
      <Alert
        type={levels.length === 0 ? "warning" : "info"}
        showIcon
        title={levels.length === 0 ? "无需审批，提交后立即退订" : `审批：${levels.join(" → ")}`}
      />
    </section>
  );
  return (
    <FormDialog
      width={760}
      title={`退订 · ${order.data.orderNo}`}
      endpoint={applyCancel}
      params={{ id }}
      record={{ version: order.data.version, party: told, lines: seenOf(lines), reason: null, waiveReason: null }}
      fixed={{ lines: seenOf(lines), refundFen: covered.refundFen }}
      reads={({ charges }) => ({ lines: seenOf(withWaived(charges)) })}
      okText={levels.length === 0 ? "退订" : "提交审批"}
      danger
      done={levels.length === 0 ? "订单已退订！" : "退订申请已提交！"}
      fields={isWaived ? ["reasonCode", "party", "reason", "waiveReason"] : ["reasonCode", "party", "reason"]}
      special={{
        party: {
          control: <PartyInput isLate={preview.isLate} onPick={pick} />,
          after: plan, // which follows the party
          ...(preview.isLate ? { hint: "已超承诺，责任归品牌，不扣款" } : {}),
        },
        reason: { rows: 2, full: true },
        waiveReason: { rows: 2, full: true, required: true },
      }}
      onClose={onClose}
    />
  );
}

/** A line is known by who asks for it, wherever it stands among the others. */
const nameOf = ({ kind, source }: Pick<CancelCharge, "kind" | "source">) => `${kind}:${source}`;

type Seen = z.output<typeof applyCancel.body.shape.lines>;

/** The lines as they are agreed to. */
const seenOf = (lines: Seen): Seen => lines.map(({ kind, fen, waivedFen }) => ({ kind, fen, waivedFen }));

/** How the lines read where two versions are compared. */
const showSeen = (lines: unknown) =>
  applyCancel.body.shape.lines
    .parse(lines)
    .map(({ kind, fen }) => `${cancelLineKinds[kind]} ${showMoney(fen)}`)
    .join("、") || "不扣款";

interface PartyProps {
  readonly isLate: boolean;
  readonly onPick: (party: Party) => void;
  readonly value?: Party;
  readonly onChange?: (party: Party) => void;
}

/** The party decides what is charged, so that the preview follows it. */
function PartyInput({ isLate, onPick, value, onChange }: PartyProps) {
  return (
    <Radio.Group
      aria-label="责任方"
      options={[...choicesOf(parties)]}
      disabled={isLate}
      value={isLate ? "BRAND" : value}
      onChange={({ target }) => {
        onChange?.(target.value);
        onPick(target.value);
      }}
    />
  );
}

interface ChargesProps {
  readonly lines: readonly CancelLine[];
  readonly onWaive: (name: string, fen: number) => void;
}

/** What the cancellation costs, line by line, each with what is waived of it and what is left uncovered. */
function Charges({ lines, onWaive }: ChargesProps) {
  useAnnounced("lines", "扣款明细", showSeen); // so that a conflict compares them
  if (lines.length === 0) return <p className="order-hint">不扣款，已付款全部退还</p>;
  return (
    <PlainTable
      aria-label="扣款明细"
      rowKey={nameOf}
      rows={lines}
      columns={tableColumnsOf(CancelLine, {
        label: {
          width: 0,
          as: ({ label, source }) => (
            <>
              {label} <small>{source}</small>
            </>
          ),
        },
        fen: 110,
        waivedFen: {
          width: 160,
          as: (line) => (
            <MoneyInput
              label={`${line.label}减免`}
              min={0}
              max={line.fen}
              value={line.waivedFen}
              onChange={(typed) => onWaive(nameOf(line), typed ?? 0)}
            />
          ),
        },
        takenFen: 110,
        uncoveredFen: 110,
      })}
    />
  );
}

interface BalanceProps {
  readonly preview: CancelPreview;
  readonly covered: { readonly deductFen: number; readonly refundFen: number };
}

/** 已付 = 扣款 + 退款, and where the money goes. What is waived changes the plan when it is applied for. */
function Balance({ preview: { paidFen, plan, refundFen: planned }, covered: { deductFen, refundFen } }: BalanceProps) {
  return (
    <>
      <p className="cancel-balance">
        已付 <b>{showMoney(paidFen)}</b> = 扣款 <b>{showMoney(deductFen)}</b> + 退款 <b>{showMoney(refundFen)}</b>
      </p>
      {refundFen === planned && plan.length > 0 && (
        <p className="order-hint">
          {plan
            .map(({ channel, payNo, amountFen }) => `${paymentChannels[channel]} ${payNo} 退 ${showMoney(amountFen)}`)
            .join("；")}
        </p>
      )}
    </>
  );
}
