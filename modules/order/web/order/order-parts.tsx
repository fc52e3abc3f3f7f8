import { isOwed, type Order } from "@ops/order/contract";
import { dayOf } from "@ops/platform/contract";
import { serverNow, showMoney, showValue } from "@ops/platform/web";
import { Tag } from "antd";
import { leftOf } from "./promise-left.ts";
import "./order.css";

type Promised = Pick<Order, "state" | "promiseEffective" | "nearFrom">;

/** How many days are left until the promise: amber when it is near, red once it has passed. */
export function PromiseLeft({ order }: { readonly order: Promised }) {
  const left = leftOf(order, dayOf(serverNow()));
  return (
    left && (
      <b className="promise-left" data-tone={left.tone}>
        {left.text}
      </b>
    )
  );
}

/** The day that was promised, with the days that are left. */
export function PromiseDay({ order }: { readonly order: Promised }) {
  return (
    <span className="promise-day">
      {showValue(order.promiseEffective)} <PromiseLeft order={order} />
    </span>
  );
}

type Chosen = Pick<Order, "seriesName" | "carConfigName" | "extColorName" | "intColorName" | "extColorHex">;

/** Series and configuration, with the colours below them. */
export function OrderChoice({ order }: { readonly order: Chosen }) {
  const colors = [order.extColorName, order.intColorName].filter(Boolean).join(" / ");
  return (
    <span className="order-two">
      <span>{order.carConfigName ?? `${order.seriesName}（未选配置）`}</span>
      {colors && (
        <small>
          {order.extColorHex && <i className="order-dot" style={{ background: order.extColorHex }} aria-hidden />}
          {colors}
        </small>
      )}
    </span>
  );
}

interface PlaceProps {
  readonly store: string | null;
  readonly person: string | null;
  /** What is told where there is nobody, if no title beside says who it would be. */
  readonly nobody?: string;
}

/** A place and the person there. */
export function OrderPlace({ store, person, nobody = "未分配" }: PlaceProps) {
  return (
    <span className="order-two">
      <span>{showValue(store)}</span>
      <small>{person ?? nobody}</small>
    </span>
  );
}

/** What is due and what is paid; the delivering side sees neither (section 7). */
export function OrderAmounts({ order: { dueFen, paidFen } }: { readonly order: Pick<Order, "dueFen" | "paidFen"> }) {
  if (dueFen === null) return <>–</>;
  return (
    <span className="order-two order-amounts">
      <span>{showMoney(dueFen)}</span>
      <small>{showMoney(paidFen)}</small>
    </span>
  );
}

/** What is still to be paid; nobody waits for money of an order that was cancelled or closed. */
export const showBalance = ({ state, balanceFen }: Pick<Order, "state" | "balanceFen">) =>
  isOwed(state) ? showMoney(balanceFen) : "–";

type Marked = Pick<Order, "heldReason" | "tags" | "carBlocks">;

/** Marks of an order beside its state; one of a blocked car says why on hovering (OR-R14). */
export function OrderMarks({ order: { heldReason, tags, carBlocks } }: { readonly order: Marked }) {
  return (
    <>
      {carBlocks.length > 0 && (
        <Tag color="error" title={carBlocks.join("、")}>
          车辆管控
        </Tag>
      )}
      {heldReason !== null && <Tag color="warning">已挂起</Tag>}
      {tags.map((tag) => (
        <Tag key={tag}>{tag}</Tag>
      ))}
    </>
  );
}
