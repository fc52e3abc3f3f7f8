import { assignOrder, listButlers, type Order } from "@ops/order/contract";
import { FormDialog, NotLoaded, showTime, useEndpoint, useFormScope } from "@ops/platform/web";
import { Button, Form } from "antd";
import "../order/order.css";
import "./butler.css";

interface Props {
  readonly order: Order;
  readonly onClose: () => void;
}

/** 换管家: whoever is on duty stands first with the numbers of the choice (OR-R17); anybody else may be searched. */
export function AssignDialog({ order: { id, orderNo, version }, onClose }: Props) {
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
      special={{ butlerId: "不选则不变", advisorId: "不选则不变" }}
      onClose={onClose}
    >
      <OnDuty orderId={id} />
    </FormDialog>
  );
}

function OnDuty({ orderId }: { readonly orderId: string }) {
  const form = Form.useFormInstance();
  const { put } = useFormScope();
  const chosen: unknown = Form.useWatch("butlerId", form);
  const asked = useEndpoint(listButlers, { params: { id: orderId } }, { silent: true });
  const { data } = asked;
  if (asked.isLoadingError) return <NotLoaded reason={asked.error.message} onRetry={() => void asked.refetch()} />;
  if (!data) return null;
  if (data.length === 0) return <p className="order-hint">交付门店当前没有交付岗位的值班人员，可直接搜索人员</p>;
  return (
    <table className="butlers" aria-label="值班管家">
      <thead>
        <tr>
          <th>值班管家</th>
          <th>在手交付</th>
          <th>权重</th>
          <th>上次分配</th>
          <th>操作</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ userId, name, open, weight, lastAt }) => (
          <tr key={userId}>
            <td>{name}</td>
            <td>{open}</td>
            <td>{weight}</td>
            <td>{showTime(lastAt)}</td>
            <td>
              <Button size="small" type="link" disabled={chosen === userId} onClick={() => put({ butlerId: userId })}>
                {chosen === userId ? "已选" : "选择"}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
