import { assignOrder, listButlers, listOrderAdvisers } from "@ops/order/contract";
import { FormDialog, PlainTable, showTime, tableColumnsOf, useEndpoint, useFormScope } from "@ops/platform/web";
import { Button, Form } from "antd";
import type { OfOrder } from "../order/dialog-props.ts";
import { AdviserSelect } from "../order/draft/AdviserSelect.tsx";
import "../order/order.css";
import "./butler.css";

/** 换管家: whoever is on duty stands first with the numbers of the choice (OR-R17); anybody else may be searched. */
export function AssignDialog({ order: { id, orderNo, version }, onClose }: OfOrder) {
  return (
    <FormDialog
      kind="modal"
      width={620}
      title={`换管家 · ${orderNo}`}
      endpoint={assignOrder}
      params={{ id }}
      record={{ version, butlerId: null, advisorId: null }}
      okText="分配"
      done="已分配！"
      fields={["butlerId", "advisorId", "reason"]}
      special={{
        butlerId: "不选则不变",
        advisorId: { control: <AdviserInput orderId={id} />, hint: "不选则不变" },
      }}
      onClose={onClose}
    >
      <OnDuty orderId={id} />
    </FormDialog>
  );
}

interface AdviserProps {
  readonly orderId: string;
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (id: string | null) => void;
}

/** The people of the store that sells. */
function AdviserInput({ orderId, id, value = null, onChange }: AdviserProps) {
  const asked = useEndpoint(listOrderAdvisers, { params: { id: orderId } }, { silent: true });
  return (
    <AdviserSelect
      {...(id ? { id } : {})}
      of={asked}
      placeholder="请选择"
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  );
}

function OnDuty({ orderId }: { readonly orderId: string }) {
  const form = Form.useFormInstance();
  const { put } = useFormScope();
  const chosen: unknown = Form.useWatch("butlerId", form);
  const asked = useEndpoint(listButlers, { params: { id: orderId } }, { silent: true });
  if (asked.data?.length === 0) return <p className="order-hint">交付门店当前没有交付岗位的值班人员，可直接搜索人员</p>;
  return (
    <PlainTable
      aria-label="值班管家"
      className="butlers tabular"
      rowKey="userId"
      of={asked}
      rows={asked.data}
      columns={[
        ...tableColumnsOf(listButlers.answer.element, {
          name: { title: "值班管家", width: 0 },
          open: 90,
          weight: 70,
          lastAt: { width: 170, as: ({ lastAt }) => showTime(lastAt) },
        }),
        {
          key: "act",
          title: "操作",
          width: 80,
          render: (_value: unknown, { userId, name }) => (
            <Button
              size="small"
              type="link"
              aria-label={chosen === userId ? `已选${name}` : `选择${name}`}
              disabled={chosen === userId}
              onClick={() => put({ butlerId: userId })}
            >
              {chosen === userId ? "已选" : "选择"}
            </Button>
          ),
        },
      ]}
    />
  );
}
