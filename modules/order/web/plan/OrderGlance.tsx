import { isBeforeLock, type OrderDetail, retryIssue, unmaskCustomer } from "@ops/order/contract";
import { showValue, Unmask, useCall, useMay } from "@ops/platform/web";
import { Alert, Button } from "antd";
import { OrderChoice, OrderPlace, PromiseDay } from "../order/order-parts.tsx";
import { OrderRail } from "./OrderRail.tsx";
import "../order/order.css";

/** Customer, choice, places and promise of an order at a glance, then what is wrong, then its stages. */
export function OrderGlance({ order }: { readonly order: OrderDetail }) {
  const { customerId, customerName, customerPhone, heldReason, issues } = order;
  const may = useMay();
  return (
    <>
      <dl className="order-glance">
        <dt>客户</dt>
        <dd>
          <span>
            <Unmask of={unmaskCustomer} id={customerId} field="name" masked={customerName} />
          </span>
          <span>
            <Unmask of={unmaskCustomer} id={customerId} field="phone" masked={customerPhone} />
          </span>
        </dd>
        <dt>车型</dt>
        <dd>
          <OrderChoice order={order} />
        </dd>
        <dt>下单门店</dt>
        <dd>
          <OrderPlace store={order.storeName} person={order.advisorName} nobody="未分配顾问" />
        </dd>
        <dt>交付门店</dt>
        <dd>
          <OrderPlace store={order.deliveryStoreName} person={order.butlerName} nobody="未分配管家" />
        </dd>
        <dt>承诺交付</dt>
        <dd>
          {isBeforeLock(order.state) ? (
            "锁单后确定"
          ) : (
            <span className="order-two">
              <PromiseDay order={order} />
              <small>预计 {showValue(order.eta)}</small>
            </span>
          )}
        </dd>
      </dl>
      {heldReason !== null && <Alert className="form-alert" type="warning" showIcon title={`已挂起：${heldReason}`} />}
      {issues.map((issue) => (
        <Alert
          key={issue.code}
          className="form-alert"
          type="error"
          showIcon
          title={issue.text}
          description={`自 ${issue.since}`}
          action={issue.isRetryable && may(retryIssue) && <RetryButton order={order} issue={issue} />}
        />
      ))}
      <OrderRail order={order} />
    </>
  );
}

interface RetryProps {
  readonly order: OrderDetail;
  readonly issue: OrderDetail["issues"][number];
}

/** Does again what failed. The line stays until it is done (OR-R16). */
function RetryButton({ order: { id, version }, issue: { code, text } }: RetryProps) {
  const { call, pending, offline } = useCall(retryIssue, { done: "已提交重试！" });
  // the call has already shown its error
  const retry = () => void call({ params: { id, code }, body: { version } }).catch(() => undefined);
  return (
    <Button size="small" danger aria-label={`重试：${text}`} loading={pending} disabled={offline} onClick={retry}>
      重试
    </Button>
  );
}
