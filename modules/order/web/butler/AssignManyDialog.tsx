import { ActivePersonRef } from "@ops/authority/contract";
import { batchAssign, listOrders, type Order } from "@ops/order/contract";
import { BatchDrawer, type FilterValues, RefPicker } from "@ops/platform/web";
import { Form } from "antd";

interface Props {
  readonly orders: readonly Order[];
  /** The present filters of the list. */
  readonly filter: FilterValues;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const refreshes = [listOrders];
const valuesOf = ({ butlerId }: Record<string, unknown>) => ({ butlerId });

/** 批量分配管家: many orders get one butler (OR-R17). */
export function AssignManyDialog({ orders, filter, onDone, onClose }: Props) {
  return (
    <BatchDrawer
      kind={batchAssign}
      word="分配管家"
      consequence="所选订单全部改由该管家负责交付；已交付、已退订和已关闭的订单会被跳过。"
      sources={{ ids: orders.map(({ id }) => id), filter, numberLabel: "订单号" }}
      valuesOf={valuesOf}
      refreshes={refreshes}
      onDone={onDone}
      onClose={onClose}
    >
      <Form.Item name="butlerId" label="交付管家" rules={[{ required: true, message: "请选择交付管家！" }]}>
        <RefPicker kind={ActivePersonRef.kind} by={batchAssign.run.permission} />
      </Form.Item>
    </BatchDrawer>
  );
}
