import { CloseOutlined } from "@ant-design/icons";
import type { WeeklySlot } from "@ops/order/contract";
import { WEEKDAYS } from "@ops/store/contract";
import { Button, Input, InputNumber, Select } from "antd";
import { useState } from "react";
import { faultOfPlan, makeSlots, type Plan } from "./make-slots.ts";
import "./slot.css";

interface Props {
  readonly value?: readonly WeeklySlot[];
  readonly onChange?: (slots: WeeklySlot[]) => void;
}

const MOST = 50;
const lengths = [30, 45, 60, 90, 120].map((value) => ({ value, label: `每${value}分钟` }));
const weekdayOptions = WEEKDAYS.map((label, value) => ({ value, label }));

/** The weekly slots of a store: made for several days at once, then changed one by one. */
export function SlotsInput({ value = [], onChange }: Props) {
  const change = (slot: WeeklySlot, capacity: number) =>
    onChange?.(value.map((one) => (one === slot ? { ...one, capacity } : one)));
  return (
    <>
      <SlotMaker onMake={(plan) => onChange?.(makeSlots(value, plan))} />
      <div className="slot-week">
        {WEEKDAYS.map((name, day) => (
          <div key={name}>
            <span>{name}</span>
            {value.some(({ weekday }) => weekday === day) ? (
              <ul>
                {value
                  .filter(({ weekday }) => weekday === day)
                  .map((slot) => (
                    <li key={slot.from}>
                      {slot.from}–{slot.until} ×
                      <InputNumber
                        size="small"
                        aria-label={`${name} ${slot.from} 容量`}
                        min={1}
                        max={MOST}
                        controls={false}
                        value={slot.capacity}
                        onChange={(capacity) => change(slot, capacity ?? 1)}
                      />
                      <Button
                        size="small"
                        type="text"
                        icon={<CloseOutlined />}
                        aria-label={`删除 ${name} ${slot.from}`}
                        onClick={() => onChange?.(value.filter((one) => one !== slot))}
                      />
                    </li>
                  ))}
              </ul>
            ) : (
              <span className="slot-none">不交付</span>
            )}
          </div>
        ))}
      </div>
    </>
  );
}

function SlotMaker({ onMake }: { readonly onMake: (plan: Plan) => void }) {
  const [plan, setPlan] = useState<Plan>({
    weekdays: weekdayOptions.map(({ value }) => value),
    from: "10:00",
    until: "18:00",
    length: 60,
    capacity: 2,
  });
  const set = (changed: Partial<Plan>) => setPlan({ ...plan, ...changed });
  const fault = faultOfPlan(plan);
  return (
    <div className="slot-make">
      <Select
        mode="multiple"
        aria-label="星期"
        style={{ minInlineSize: 220 }}
        maxTagCount="responsive"
        placeholder="选择星期"
        options={weekdayOptions}
        value={[...plan.weekdays]}
        onChange={(weekdays) => set({ weekdays })}
      />
      <Input
        aria-label="开始时间"
        style={{ inlineSize: 74 }}
        value={plan.from}
        onChange={({ target }) => set({ from: target.value })}
      />
      至
      <Input
        aria-label="结束时间"
        style={{ inlineSize: 74 }}
        value={plan.until}
        onChange={({ target }) => set({ until: target.value })}
      />
      <Select aria-label="时段长度" options={lengths} value={plan.length} onChange={(length) => set({ length })} />
      <InputNumber
        aria-label="容量"
        style={{ inlineSize: 110 }}
        prefix="容量"
        min={1}
        max={MOST}
        value={plan.capacity}
        onChange={(capacity) => set({ capacity: capacity ?? 1 })}
      />
      <Button disabled={fault !== null} onClick={() => onMake(plan)}>
        生成时段
      </Button>
      <span role="status" className="slot-none">
        {fault}
      </span>
    </div>
  );
}
