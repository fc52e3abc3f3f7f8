import { getOrderMoney, lineKinds, OrderDetail, type OrderMoney } from "@ops/order/contract";
import { FieldList, NotLoaded, showMoney, useEndpoint, useMay } from "@ops/platform/web";
import { Skeleton } from "antd";
import "../order/order.css";
import "./payment.css";

/** 配置与价格: the choice, and the lines of its price for the selling side. */
export function ChoiceTab({ order }: { readonly order: OrderDetail }) {
  const may = useMay();
  const isSeen = may(getOrderMoney) && order.dueFen !== null;
  return (
    <>
      <FieldList
        schema={OrderDetail}
        record={order}
        fields={["seriesName", "carConfigName", "extColorName", "intColorName", "optionNames", "path", "vin"]}
      />
      {isSeen ? <Price order={order} /> : <p className="order-hint">价格明细由下单门店与总部查看</p>}
    </>
  );
}

function Price({ order: { id, version } }: { readonly order: OrderDetail }) {
  const asked = useEndpoint(getOrderMoney, { params: { id } }, { silent: true });
  if (asked.isLoadingError) return <NotLoaded reason={asked.error.message} onRetry={() => void asked.refetch()} />;
  return asked.data ? <PriceLines key={version} money={asked.data} /> : <Skeleton active />;
}

/** The lines of a price and their sum. */
export function PriceLines({ money: { lines, dueFen, lockTotalFen } }: { readonly money: OrderMoney }) {
  return (
    <section aria-label="价格明细">
      <h3 className="part-title">价格明细</h3>
      {lines.length === 0 && <p className="order-hint">尚未选择配置，应付金额按大定计算</p>}
      <dl className="price-lines">
        {lines.map(({ id, kind, name, amountFen }) => (
          <div key={id}>
            <dt>
              <small>{lineKinds[kind]}</small> {name}
            </dt>
            <dd>{showMoney(amountFen)}</dd>
          </div>
        ))}
        <div data-sum>
          <dt>应付合计</dt>
          <dd>{showMoney(dueFen)}</dd>
        </div>
        {lockTotalFen !== null && (
          <div>
            <dt>锁单价</dt>
            <dd>{showMoney(lockTotalFen)}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}
