import { listSlots, SLOT_DAYS, type Slot } from "@ops/order/contract";
import { DAYS_OF_WEEK, dayOf, weekdayOf } from "@ops/platform/contract";
import { NotLoaded, serverNow, useEndpoint } from "@ops/platform/web";
import { WEEKDAYS } from "@ops/store/contract";
import { Button, Empty, Form, Skeleton, Space } from "antd";
import { useEffect, useState } from "react";
import { gridOf, pagesOf } from "./slot-grid.ts";
import "./slot.css";

interface Props {
  readonly orderId: string;
  /** The start of the chosen slot. */
  readonly value?: string | null;
  readonly onChange?: (startAt: string) => void;
}

/** The slots of the delivering store week by week, with the places that are left; full ones are grey. */
export function SlotPicker({ orderId, value, onChange }: Props) {
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useEndpoint(listSlots, { query: { orderId } }, { silent: true });
  const isRefused = Form.Item.useStatus().status === "error";
  useEffect(() => {
    if (isRefused) void refetch(); // somebody else has taken the place meanwhile
  }, [isRefused, refetch]);
  if (error && !data) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  if (data.slots.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`交付门店未来${SLOT_DAYS}天没有可预约的时段`} />;
  }
  const pages = pagesOf(data.slots, dayOf(serverNow()));
  const { days, lines } = gridOf(data.slots, pages[page] ?? "");
  return (
    <div className="slot-picker">
      <Space>
        <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
          前{DAYS_OF_WEEK}天
        </Button>
        <span>
          {days[0]} 至 {days.at(-1)}
        </span>
        <Button size="small" disabled={page >= pages.length - 1} onClick={() => setPage(page + 1)}>
          后{DAYS_OF_WEEK}天
        </Button>
      </Space>
      <table aria-label="可预约时段">
        <thead>
          <tr>
            <th scope="col">时间</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {WEEKDAYS[weekdayOf(day)]}
                <small>{day.slice(5)}</small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ time, slots }) => (
            <tr key={time}>
              <th scope="row">{time}</th>
              {slots.map((slot, at) => (
                <td key={days[at]}>
                  {slot && <Place slot={slot} isChosen={slot.startAt === value} onChoose={onChange} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {!lines.some(({ slots }) => slots.some((slot) => slot && slot.left > 0)) && (
        <p className="slot-none">这{DAYS_OF_WEEK}天没有可预约的时段</p>
      )}
    </div>
  );
}

interface PlaceProps {
  readonly slot: Slot;
  readonly isChosen: boolean;
  readonly onChoose: Props["onChange"];
}

function Place({ slot: { startAt, endAt, left }, isChosen, onChoose }: PlaceProps) {
  const text = left === 0 ? "已约满" : `余${left}`;
  return (
    <button
      type="button"
      disabled={left === 0}
      aria-pressed={isChosen}
      aria-label={`${startAt.slice(0, 16)}至${endAt.slice(11, 16)} ${text}`}
      onClick={() => onChoose?.(startAt)}
    >
      {text}
    </button>
  );
}
