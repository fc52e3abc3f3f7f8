import { listSlots, SLOT_DAYS, type StoreSlots, saveSlotRules, type WeeklySlot } from "@ops/order/contract";
import { FormDialog, NotLoaded, RefPicker, useDialog, useEndpoint, useMay } from "@ops/platform/web";
import { StoreRef, WEEKDAYS } from "@ops/store/contract";
import { Button, Empty, Flex, Skeleton } from "antd";
import { useState } from "react";
import { SlotsInput } from "./SlotsInput.tsx";
import "./slot.css";

/** 交付时段 of a store: when cars are handed over in a week, and how many at a time (OR-R11). */
export function SlotRules() {
  const [storeId, setStoreId] = useState<string | null>(null);
  return (
    <section className="list-panel slot-rules" aria-label="交付时段">
      <Flex gap={12} align="center" style={{ marginBlockEnd: 12 }}>
        <b>交付时段</b>
        <div style={{ inlineSize: 280 }}>
          <RefPicker
            kind={StoreRef.kind}
            by={listSlots.permission}
            label="门店"
            placeholder="选择门店"
            value={storeId}
            onChange={(chosen) => setStoreId(chosen ?? null)}
          />
        </div>
      </Flex>
      {storeId ? (
        <RulesOf key={storeId} storeId={storeId} />
      ) : (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择门店后查看与维护交付时段" />
      )}
    </section>
  );
}

function RulesOf({ storeId }: { readonly storeId: string }) {
  const may = useMay();
  const editing = useDialog<StoreSlots>();
  const { data, error, refetch } = useEndpoint(listSlots, { query: { storeId } }, { silent: true });
  if (error && !data) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const left = data.slots.reduce((sum, slot) => sum + slot.left, 0);
  const booked = data.slots.reduce((sum, slot) => sum + slot.booked, 0);
  return (
    <>
      <Flex justify="space-between" align="center" style={{ marginBlockEnd: 12 }}>
        <span>
          未来{SLOT_DAYS}天已约 {booked} 台，余 {left} 个位置；时段须在营业时间内才可预约
        </span>
        {may(saveSlotRules) && (
          <Button type="primary" size="small" onClick={() => editing.open(data)}>
            编辑交付时段
          </Button>
        )}
      </Flex>
      <div className="slot-week">
        {WEEKDAYS.map((name, day) => (
          <div key={name}>
            <span>{name}</span>
            <SlotList slots={data.rules.filter(({ weekday }) => weekday === day)} />
          </div>
        ))}
      </div>
      {editing.value && (
        <FormDialog
          title="交付时段"
          width={860}
          endpoint={saveSlotRules}
          params={{ storeId }}
          record={{ rules: editing.value.rules, version: editing.value.version }}
          done="交付时段已保存！"
          fields={["rules"]}
          special={{ rules: { full: true, control: <SlotsInput />, show: showRules } }}
          onClose={editing.close}
        />
      )}
    </>
  );
}

/** The slots of a week, a line for each day that has some. */
function showRules(value: unknown) {
  const { data = [] } = saveSlotRules.body.shape.rules.safeParse(value);
  const days = WEEKDAYS.flatMap((name, day) => {
    const slots = data.filter(({ weekday }) => weekday === day);
    const texts = slots.map(({ from, until, capacity }) => `${from}–${until} ×${capacity}`);
    return texts.length === 0 ? [] : [<div key={name}>{`${name} ${texts.join("、")}`}</div>];
  });
  return days.length === 0 ? "不交付" : days;
}

function SlotList({ slots }: { readonly slots: readonly WeeklySlot[] }) {
  if (slots.length === 0) return <span className="slot-none">不交付</span>;
  return (
    <ul>
      {slots.map(({ from, until, capacity }) => (
        <li key={from}>
          {from}–{until} ×{capacity}
        </li>
      ))}
    </ul>
  );
}
