import { type Check, getOrderChecks, type OrderDetail, orderStates, tickCheck } from "@ops/order/contract";
import { DotText, FileList, PartTable, partsOf, useCall, useDialog, useEndpoint, useMay } from "@ops/platform/web";
import { Button, Popconfirm } from "antd";
import { refuseHeld } from "../order/acting.ts";
import { appointmentTones } from "./appointment-tones.ts";
import "../order/order.css";

const TickDialog = partsOf(() => import("./TickDialog.tsx")).overlay("TickDialog");

/** 交付: what has to be done before the hand-over with who did it, and the appointments of the customer. */
export function DeliveryTab({ order }: { readonly order: OrderDetail }) {
  const asked = useEndpoint(getOrderChecks, { params: { id: order.id } }, { silent: true });
  const ticking = useDialog<Check>();
  const held = refuseHeld(order);
  const open = orderStates.can(order.state, "checkAtStore") ? "warn" : "neutral"; // nobody is late before the car is there
  const done = asked.data?.checks.filter(({ isDone }) => isDone).length ?? 0;
  const all = asked.data?.checks.length ?? 0;
  return (
    <>
      <PartTable
        from={getOrderChecks}
        id={order.id}
        part="checks"
        title={all > 0 ? `交付核对 ${done}/${all}` : "交付核对"}
        rowKey="code"
        columns={{
          label: { title: "核对项", width: 150 },
          isDone: {
            title: "状态",
            width: 100,
            as: ({ isDone }) => <DotText tone={isDone ? "good" : open} text={isDone ? "已完成" : "未完成"} />,
          },
          note: 0,
          files: {
            width: 230,
            wraps: true,
            as: ({ files }) => (files.length > 0 ? <FileList files={files} label="凭证" /> : "-"),
          },
          doneByName: 90,
          doneAt: true,
        }}
        act={{ width: 150, as: (check) => <CheckAct order={order} check={check} onTick={ticking.open} /> }}
      >
        {held && <p className="order-hint">{held}</p>}
      </PartTable>
      <PartTable
        from={getOrderChecks}
        id={order.id}
        part="appointments"
        empty="还没有预约"
        columns={{
          startAt: true,
          storeName: 180,
          state: { width: 100, tones: appointmentTones },
          customerMoves: 110,
          party: 80,
          reason: 0,
        }}
      />
      {ticking.value && <TickDialog order={order} check={ticking.value} onClose={ticking.close} />}
    </>
  );
}

interface ActProps {
  readonly order: OrderDetail;
  readonly check: Check;
  readonly onTick: (check: Check) => void;
}

function CheckAct({ order, check, onTick }: ActProps) {
  const may = useMay();
  const { call, pending } = useCall(tickCheck, { done: "已撤销！" });
  if (!check.isByHand) return <span className="order-hint">系统判断</span>;
  if (!may(tickCheck) || !orderStates.can(order.state, "checkPapers")) return null;
  if (check.isAtStore && !orderStates.can(order.state, "checkAtStore")) {
    return <span className="order-hint">车辆到店后才能核对</span>;
  }
  const isHeld = order.heldReason !== null; // said above the table
  if (!check.isDone) {
    return (
      <Button size="small" type="link" disabled={isHeld} onClick={() => onTick(check)}>
        完成
      </Button>
    );
  }
  const undo = () =>
    call({ params: { id: order.id, code: check.code }, body: { isDone: false, version: order.version } });
  return (
    <Popconfirm title={`撤销「${check.label}」？`} okText="撤销" onConfirm={() => void undo()}>
      <Button size="small" type="link" danger loading={pending} disabled={isHeld}>
        撤销
      </Button>
    </Popconfirm>
  );
}
