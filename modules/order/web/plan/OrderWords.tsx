import { CopyOutlined } from "@ant-design/icons";
import { getOrderPlan, type OrderDetail } from "@ops/order/contract";
import { copyText, useEndpoint } from "@ops/platform/web";
import { Button } from "antd";
import "../order/order.css";
import "./plan.css";

/** 给客户的说明: what the customer may be told about the order, to be copied (OR-R20). */
export function OrderWords({ order: { id } }: { readonly order: OrderDetail }) {
  const { data } = useEndpoint(getOrderPlan, { params: { id } }, { silent: true, keepPrevious: true });
  if (!data) return null;
  return (
    <section className="order-words" aria-label="给客户的说明">
      <h3 className="part-title">
        给客户的说明
        <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(data.words, "说明")}>
          复制
        </Button>
      </h3>
      <p>{data.words}</p>
    </section>
  );
}
