import { type OrderDetail, unmaskCustomer } from "@ops/order/contract";
import { showValue, Unmask } from "@ops/platform/web";
import { Alert } from "antd";
import { OrderChoice, OrderPlace, PromiseDay } from "../order/order-parts.tsx";
import { OrderRail } from "./OrderRail.tsx";
import "../order/order.css";

/** Customer, choice, places and promise of an order at a glance, then what is wrong, then its stages. */
export function OrderGlance({ order }: { readonly order: OrderDetail }) {
  const { customerId, customerName, customerPhone, heldReason, issues } = order;
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
          <OrderPlace store={order.storeName} person={order.advisorName} />
        </dd>
        <dt>交付门店</dt>
        <dd>
          <OrderPlace store={order.deliveryStoreName} person={order.butlerName} />
        </dd>
        <dt>承诺交付</dt>
        <dd>
          <span className="order-two">
            <PromiseDay order={order} />
            <small>预计 {showValue(order.eta)}</small>
          </span>
        </dd>
      </dl>
      {heldReason !== null && <Alert className="form-alert" type="warning" showIcon title={`已挂起：${heldReason}`} />}
      {issues.map(({ code, text, since }) => (
        <Alert key={code} className="form-alert" type="error" showIcon title={text} description={`自 ${since}`} />
      ))}
      <OrderRail order={order} />
    </>
  );
}
