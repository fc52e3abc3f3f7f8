import { applyChange, getOrder, type OrderDetail } from "@ops/order/contract";
import { FormDialog, FreshDialog, RefName, useFormScope, useFresh } from "@ops/platform/web";
import { CarConfigRef } from "@ops/vehicle/contract";
import { Form } from "antd";
import { ChoiceInput } from "../order/ChoiceInput.tsx";
import { type Choice, choiceOf, isSameChoice } from "../order/choice.ts";
import type { OfOrderId } from "../order/dialog-props.ts";
import { ChangePreview } from "./ChangePreview.tsx";

/** 改配 of a locked order: the new choice, and what it means for price and promise (OR-R7). */
export function ConfigDialog({ id, onClose }: OfOrderId) {
  const asked = useFresh(getOrder, { params: { id } });
  const order = asked.data;
  if (!order) return <FreshDialog of={[asked]} title="改配" width={720} onClose={onClose} />;
  const { seriesId: _series, optionCodes, ...choice } = choiceOf(order);
  return (
    <FormDialog
      width={720}
      title={`改配 · ${order.orderNo}`}
      endpoint={applyChange}
      params={{ id }}
      record={{ version: order.version, kind: "CONFIG", party: "CUSTOMER", ...choice, optionCodes: [...optionCodes] }}
      okText="提交审批"
      done="变更已提交！"
      fields={["carConfigId", "party", "reason"]}
      special={{
        carConfigId: { full: true, label: "变更后的配置", control: <NewChoice order={order} />, show: nameConfig },
        reason: { full: true },
      }}
      onClose={onClose}
    />
  );
}

const nameConfig = (id: unknown) =>
  typeof id === "string" ? <RefName kind={CarConfigRef.kind} by={applyChange.permission} id={id} /> : "-";

/** The new choice lies in four fields of the form. */
function NewChoice({ order }: { readonly order: OrderDetail }) {
  const form = Form.useFormInstance();
  const { put } = useFormScope();
  const chosen: Partial<Choice> = Form.useWatch((values: Partial<Choice>) => values, { form, preserve: true }) ?? {};
  const value = { ...choiceOf(order), ...chosen };
  const choose = ({ carConfigId, extColor, intColor, optionCodes }: Choice) =>
    put({ carConfigId, extColor, intColor, optionCodes: [...optionCodes] });
  return (
    <>
      <ChoiceInput isSeriesFixed known={order} value={value} onChange={choose} />
      {isSameChoice(value, order) ? (
        <p className="order-hint">请选择与当前不同的配置、颜色或选装</p>
      ) : (
        <ConfigPreview orderId={order.id} choice={value} />
      )}
    </>
  );
}

/** As soon as the new choice is whole. */
function ConfigPreview({ orderId, choice }: { readonly orderId: string; readonly choice: Choice }) {
  const { carConfigId, extColor, intColor, optionCodes } = choice;
  if (carConfigId === null || extColor === null || intColor === null) return null;
  const options = optionCodes.length > 0 ? { optionCodes: optionCodes.join(",") } : {};
  return <ChangePreview orderId={orderId} query={{ kind: "CONFIG", carConfigId, extColor, intColor, ...options }} />;
}
