import { createOrder, findCustomer, listAdvisers } from "@ops/order/contract";
import { searchRefs } from "@ops/platform/contract";
import { RefPicker, useEndpoint, useSession, useSlot } from "@ops/platform/web";
import { OpenStoreRef } from "@ops/store/contract";
import { Alert, Form, Input } from "antd";
import { useEffect, useEffectEvent } from "react";
import {
  CustomerNameInput,
  CustomerPhoneInput,
  CustomerTypeInput,
  customerLabels,
} from "../../customer/customer-inputs.tsx";
import { newOrderHints } from "../order-slots.ts";
import { AdviserSelect } from "./AdviserSelect.tsx";
import { contradictsMask } from "./contradicts-mask.ts";
import type { OrderDraft } from "./order-draft.ts";
import type { Faults } from "./use-order-draft.ts";
import "../choice.css";

interface Props {
  readonly draft: OrderDraft;
  readonly faults: Faults;
  readonly onChange: (part: Partial<OrderDraft>) => void;
  /** Fills in what is known before anybody types. */
  readonly onBegin: (part: Partial<OrderDraft>) => void;
}

const isWholePhone = (phone: string) => /^1\d{10}$/.test(phone);

/** Who orders and where. A whole phone finds the customer, the open orders and what other modules know. */
export function CustomerStep({ draft, faults, onChange, onBegin }: Props) {
  useOwnStore((storeId) => onBegin({ storeId }));
  const { customer, storeId, advisorId } = draft;
  const put = (part: Partial<OrderDraft["customer"]>) => onChange({ customer: { ...customer, ...part } });
  const item = (name: string) => ({
    validateStatus: faults[name] ? ("error" as const) : ("" as const),
    help: faults[name],
  });
  const by = createOrder.permission;
  const labels = customerLabels[customer.type];
  return (
    <Form layout="vertical" component="div" className="draft-form">
      <Form.Item label="客户类型" className="wide">
        <CustomerTypeInput value={customer.type} onChange={(type) => put({ type })} />
      </Form.Item>
      <Form.Item label="手机号" htmlFor="draft-phone" required {...item("phone")}>
        <CustomerPhoneInput
          id="draft-phone"
          autoFocus
          placeholder="请输入"
          value={customer.phone}
          onChange={(phone) => put({ phone })}
        />
      </Form.Item>
      <Form.Item label={labels.name} htmlFor="draft-name" required {...item("name")}>
        <CustomerNameInput
          id="draft-name"
          placeholder="请输入"
          value={customer.name}
          onChange={(name) => put({ name })}
        />
      </Form.Item>
      {isWholePhone(customer.phone) && <KnownCustomer customer={customer} />}
      <Form.Item label={labels.idNo} htmlFor="draft-id" extra="可在锁单前核验身份时填写" {...item("idNo")}>
        <Input
          id="draft-id"
          autoComplete="off"
          maxLength={18}
          placeholder="请输入"
          value={customer.idNo}
          onChange={({ target }) => put({ idNo: target.value.trim() })}
        />
      </Form.Item>
      <span />
      <Form.Item label="下单门店" htmlFor="draft-store" required {...item("storeId")}>
        <RefPicker
          id="draft-store"
          kind={OpenStoreRef.kind}
          by={by}
          value={storeId}
          onChange={(id) => onChange({ storeId: id ?? null, advisorId: null })}
        />
      </Form.Item>
      <Form.Item label="销售顾问" htmlFor="draft-advisor" {...item("advisorId")}>
        <AdviserPicker
          key={storeId}
          storeId={storeId}
          value={advisorId}
          onChange={(id) => onChange({ advisorId: id })}
        />
      </Form.Item>
    </Form>
  );
}

/** Tells the store where whoever places the order works, if it is one that trades. */
function useOwnStore(onFound: (storeId: string) => void): void {
  const ids = useSession().user?.loginOrganizationId ?? "";
  const asked = { params: { kind: OpenStoreRef.kind }, query: { by: createOrder.permission, ids } };
  const { data } = useEndpoint(searchRefs, asked, { silent: true, enabled: ids !== "" });
  const storeId = data?.length === 1 ? data[0]?.id : undefined;
  const tell = useEffectEvent(onFound);
  useEffect(() => {
    if (storeId) tell(storeId);
  }, [storeId]);
}

interface AdviserProps {
  readonly storeId: string | null;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** The people of the chosen store; one of them who names nobody sells the order himself. */
function AdviserPicker({ storeId, value, onChange }: AdviserProps) {
  const asked = useEndpoint(
    listAdvisers,
    { query: { storeId: storeId ?? "" } },
    { silent: true, enabled: storeId !== null },
  );
  return (
    <AdviserSelect
      id="draft-advisor"
      of={asked}
      disabled={storeId === null}
      placeholder={storeId === null ? "请先选择下单门店" : "请选择，不选则为本店下单人"}
      value={value}
      onChange={onChange}
    />
  );
}

/** Whom the phone belongs to, with the orders that are not at their end. */
function KnownCustomer({ customer: { type, phone, name } }: { readonly customer: OrderDraft["customer"] }) {
  const { data } = useEndpoint(findCustomer, { query: { type, phone } }, { silent: true });
  const hints = useSlot(newOrderHints, { phone });
  const known = data?.customer?.nameMasked ?? null;
  const isOther = known !== null && contradictsMask(name.trim(), known);
  return (
    <div className="wide form-alert">
      {data && known !== null && (
        <Alert
          type={isOther ? "warning" : "info"}
          showIcon
          title={`该手机号已登记为${known}${isOther ? "，请核对" : ""}`}
          description={
            data.openOrders.length > 0 && (
              <ul className="known-orders" aria-label="进行中的订单">
                {data.openOrders.map(({ id, orderNo, seriesName, stateName }) => (
                  <li key={id}>
                    {orderNo} · {seriesName} · {stateName}
                  </li>
                ))}
              </ul>
            )
          }
        />
      )}
      {hints.map(({ key, Body }) => (
        <Body key={key} phone={phone} />
      ))}
    </div>
  );
}
