import {
  getOrder,
  getOrderMoney,
  lockOrder,
  lockTicks,
  type OrderDetail,
  type OrderMoney,
  sendLockCode,
} from "@ops/order/contract";
import { addDays, dayOf } from "@ops/platform/contract";
import {
  choicesOf,
  FormDialog,
  FreshDialog,
  NotLoaded,
  serverNow,
  showMoney,
  useCall,
  useEndpoint,
  useFresh,
  useMay,
} from "@ops/platform/web";
import { Alert, Button, Checkbox, Input } from "antd";
import { useEffect, useState } from "react";
import type { OfOrderId } from "../order/dialog-props.ts";
import { missingForLock } from "./missing-for-lock.ts";
import "./lock.css";

/** 锁单 with the customer: choice, total, promise and delivery store, the three ticks and the code on his phone (OR-R5). */
export function LockDialog({ id, onClose }: OfOrderId) {
  const asked = useFresh(getOrder, { params: { id } });
  const order = asked.data;
  const price = usePriceOf(order);
  if (!order) return <FreshDialog of={[asked]} title="锁单" kind="modal" width={620} onClose={onClose} />;
  const missing = missingForLock(order).map(({ text }) => text);
  const isReady = missing.length === 0 && price.isKnown;
  return (
    <FormDialog
      kind="modal"
      width={620}
      title={`锁单 · ${order.orderNo}`}
      endpoint={lockOrder}
      params={{ id }}
      record={{ version: order.version, ticks: [], code: "" }}
      okText="锁单"
      danger
      disabled={!isReady}
      done="锁单成功！"
      fields={["ticks", "code"]}
      special={{
        ticks: {
          required: true,
          control: <Checkbox.Group className="lock-ticks" options={[...choicesOf(lockTicks)]} />,
        },
        code: { control: <CodeInput order={order} isReady={isReady} /> },
      }}
      refusals={{ ORDER_LOCK_CHECK: "ticks", ORDER_LOCK_CODE: "code" }}
      onClose={onClose}
    >
      {missing.length > 0 && (
        <Alert className="form-alert" type="warning" showIcon title={`锁单前还需：${missing.join("、")}`} />
      )}
      <LockSummary order={order} money={price.money} />
      {price.failed && <NotLoaded reason={price.failed.message} onRetry={price.retry} />}
    </FormDialog>
  );
}

/** The price that the customer agrees to. Where it is seen, nothing is locked without it. */
function usePriceOf(order: OrderDetail | undefined) {
  const isSeen = useMay()(getOrderMoney) && order !== undefined && order.dueFen !== null;
  const params = { id: order?.id ?? "" };
  const {
    data: money,
    error,
    isLoadingError,
    refetch,
  } = useEndpoint(getOrderMoney, { params }, { silent: true, enabled: isSeen });
  return {
    money,
    isKnown: !isSeen || money !== undefined,
    failed: isLoadingError ? error : null,
    retry: () => void refetch(),
  };
}

interface SummaryProps {
  readonly order: OrderDetail;
  readonly money: OrderMoney | undefined;
}

function LockSummary({ order, money }: SummaryProps) {
  const { cycleMinDays, cycleMaxDays, extColorName, intColorName, optionNames } = order;
  const promised = addDays(dayOf(serverNow()), cycleMaxDays);
  return (
    <dl className="lock-summary">
      <dt>配置</dt>
      <dd>
        {order.carConfigName ?? "未选择"}
        <small>{[extColorName, intColorName, ...optionNames].filter(Boolean).join(" / ")}</small>
      </dd>
      <dt>应付合计</dt>
      <dd>
        {money ? showMoney(money.dueFen) : order.dueFen === null ? "由下单门店与总部查看" : "–"}
        <small>
          {money ? `其中大定 ${showMoney(money.bigFen)}，锁单后退订按规则扣除` : "大定锁单后退订按规则扣除"}
        </small>
      </dd>
      <dt>承诺交付日</dt>
      <dd>
        <b>{promised}</b>
        <small>{`交付周期 ${cycleMinDays}–${cycleMaxDays} 天，自今日起算`}</small>
      </dd>
      <dt>交付门店</dt>
      <dd>{order.deliveryStoreName ?? "未选择"}</dd>
    </dl>
  );
}

interface CodeProps {
  readonly order: OrderDetail;
  readonly isReady: boolean;
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (code: string) => void;
}

const WAIT_SECONDS = 60;

/** The code that the customer reads from his phone, with the button that sends it. */
function CodeInput({ order: { id: orderId, version, customerPhone }, isReady, id, value = "", onChange }: CodeProps) {
  const [left, setLeft] = useState(0);
  const sending = useCall(sendLockCode, {
    done: `验证码已发送至${customerPhone}`,
    onDone: () => setLeft(WAIT_SECONDS),
  });
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  // the call has already shown its error
  const send = () => void sending.call({ params: { id: orderId }, body: { version } }).catch(() => undefined);
  return (
    <span className="lock-code">
      <Input
        {...(id ? { id } : {})}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        placeholder="客户手机收到的6位验证码"
        value={value}
        onChange={({ target }) => onChange?.(target.value.trim())}
      />
      <Button disabled={!isReady || left > 0} loading={sending.pending} onClick={send}>
        {left > 0 ? `${left} 秒后重发` : "发送验证码"}
      </Button>
    </span>
  );
}
