import { applyChange, getOrder, type OrderDetail, previewChange } from "@ops/order/contract";
import { FormDialog, FreshDialog, RefName, showMoney, useEndpoint, useFormScope, useFresh } from "@ops/platform/web";
import { CarConfigRef } from "@ops/vehicle/contract";
import { Alert, Form } from "antd";
import { ChoiceInput } from "../order/ChoiceInput.tsx";
import { type Choice, choiceOf, isSameChoice } from "../order/choice.ts";
import { ChangedItems } from "./change-record.tsx";

interface Props {
  readonly id: string;
  readonly onClose: () => void;
}

/** 改配 of a locked order: the new choice, and what it means for price and promise (OR-R7). */
export function ConfigDialog({ id, onClose }: Props) {
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
        carConfigId: { full: true, control: <NewChoice order={order} />, show: nameConfig },
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

/** What would differ, to which price and promise, and who has to agree. */
function ConfigPreview({ orderId, choice }: { readonly orderId: string; readonly choice: Choice }) {
  const { carConfigId, extColor, intColor, optionCodes } = choice;
  const query = {
    kind: "CONFIG" as const,
    carConfigId: carConfigId ?? "",
    extColor: extColor ?? "",
    intColor: intColor ?? "",
    ...(optionCodes.length > 0 ? { optionCodes: optionCodes.join(",") } : {}),
  };
  const enabled = carConfigId !== null && extColor !== null && intColor !== null;
  const { data, error } = useEndpoint(previewChange, { params: { id: orderId }, query }, { silent: true, enabled });
  if (!enabled) return null;
  if (error) return <Alert type="warning" showIcon title={error.message} />;
  if (!data) return null;
  const { items, priceDiffFen, promisedOn, levels } = data;
  const difference = priceDiffFen === null ? "" : `差价 ${showMoney(priceDiffFen)}，`;
  return (
    <>
      <ChangedItems items={items} />
      <Alert
        className="form-alert"
        type="info"
        showIcon
        title={`${difference}承诺交付日重新计算，今日生效则为 ${promisedOn}`}
        description={`审批：${levels.join(" → ")}${priceDiffFen !== null && priceDiffFen > 0 ? "，通过后客户补齐差价才生效" : ""}`}
      />
    </>
  );
}
