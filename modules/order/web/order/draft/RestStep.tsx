import { createOrder, editOrder, payModes } from "@ops/order/contract";
import { CityRef, textWidth } from "@ops/platform/contract";
import { choicesOf, RefPicker } from "@ops/platform/web";
import { AnyStoreRef } from "@ops/store/contract";
import type { Quote } from "@ops/vehicle/contract";
import { Alert, Form, Input, Radio, Select } from "antd";
import { DraftSummary } from "./DraftSummary.tsx";
import type { OrderDraft } from "./order-draft.ts";
import "../choice.css";

interface Props {
  readonly draft: OrderDraft;
  readonly quote: Quote | undefined;
  readonly isNew: boolean;
  /** What the server asks before it takes a second order of the same car. */
  readonly asked: string | null;
  readonly fault: string | undefined;
  readonly onChange: (part: Partial<OrderDraft>) => void;
}

/** What may be told now or before the lock, and a look at the whole. */
export function RestStep({ draft, quote, isNew, asked, fault, onChange }: Props) {
  const by = (isNew ? createOrder : editOrder).permission;
  return (
    <Form layout="vertical" component="div" className="draft-form">
      <DraftSummary draft={draft} quote={quote} isNew={isNew} />
      <Form.Item label="交付门店" htmlFor="draft-delivery" extra="锁单前必填">
        <RefPicker
          id="draft-delivery"
          kind={AnyStoreRef.kind}
          by={by}
          value={draft.deliveryStoreId}
          onChange={(id) => onChange({ deliveryStoreId: id ?? null })}
        />
      </Form.Item>
      <Form.Item label="上牌城市" htmlFor="draft-city" extra="锁单前必填">
        <RefPicker
          id="draft-city"
          kind={CityRef.kind}
          by={by}
          value={draft.cityCode}
          onChange={(id) => onChange({ cityCode: id ?? null })}
        />
      </Form.Item>
      <Form.Item label="付款方式" extra="锁单前必填">
        <Radio.Group
          aria-label="付款方式"
          options={[...choicesOf(payModes)]}
          value={draft.payMode}
          onChange={({ target }) => onChange({ payMode: target.value })}
        />
      </Form.Item>
      <Form.Item label="标签" htmlFor="draft-tags">
        <Select
          id="draft-tags"
          mode="tags"
          open={false}
          suffixIcon={null}
          maxCount={10}
          placeholder="输入后按回车"
          value={[...draft.tags]}
          onChange={(tags) => onChange({ tags })}
        />
      </Form.Item>
      <Form.Item label="备注" htmlFor="draft-remark" className="wide">
        <Input.TextArea
          id="draft-remark"
          rows={3}
          count={{ show: true, max: 500, strategy: textWidth }}
          placeholder="请输入"
          value={draft.remark}
          onChange={({ target }) => onChange({ remark: target.value })}
        />
      </Form.Item>
      {asked !== null && (
        <Form.Item
          label="再次下单原因"
          htmlFor="draft-again"
          className="wide"
          required
          validateStatus={fault ? "error" : ""}
          help={fault}
        >
          <Alert className="form-alert" type="warning" showIcon title={asked} />
          <Input
            id="draft-again"
            maxLength={200}
            placeholder="请输入"
            value={draft.duplicateReason}
            onChange={({ target }) => onChange({ duplicateReason: target.value })}
          />
        </Form.Item>
      )}
    </Form>
  );
}
