import { getOrder, listOrders, type Order, orderSheet } from "@ops/order/contract";
import { type BatchAction, ListPage, type PageAction, type Tool } from "@ops/platform/web";
import type { ReactNode } from "react";
import { orderColumns } from "./order-columns.tsx";
import { StageBar } from "./StageBar.tsx";
import "./order.css";

interface Props {
  readonly open: (id: string) => void;
  readonly tools: readonly Tool[];
  readonly actions: readonly PageAction<Order>[];
  readonly batchActions?: readonly BatchAction<Order>[];
  readonly imports?: ReactNode;
  /** Dialogs. */
  readonly children?: ReactNode;
}

/** 订单 (section 5): states and views above the list. What higher rooms do with orders comes from the page. */
export function OrderList({ open, tools, actions, batchActions = [], imports, children }: Props) {
  return (
    <div className="order-page">
      <StageBar />
      <ListPage
        title="订单"
        endpoint={listOrders}
        filters={[
          "orderNo",
          "phone",
          "customerName",
          "idNo",
          "vin",
          "state",
          "view",
          "source",
          "seriesId",
          "carConfigId",
          "storeId",
          "deliveryStoreId",
          "advisorId",
          "butlerId",
          "orgId",
          "cityCode",
          "createdAt",
          "depositedAt",
          "lockedAt",
          "promiseEffective",
          "eta",
          "deliveredAt",
          "isOnTime",
          "stageAge",
          "lateParty",
          "path",
          "payMode",
          "isHeld",
          "tag",
        ]}
        columns={orderColumns(open)}
        imports={imports}
        exports={orderSheet}
        tools={tools}
        rowActions={[{ label: "详情", needs: getOrder, run: ({ id }) => open(id) }, ...actions]}
        batchActions={batchActions}
        open={({ id }) => open(id)}
        empty="暂无订单"
        filtered={{ sentence: "没有符合条件的订单", reset: "清空筛选" }}
      >
        {children}
      </ListPage>
    </div>
  );
}
