import { getOrderStats, lateParties, listOrders, type OrderStats } from "@ops/order/contract";
import { percentage } from "@ops/platform/contract";
import { BarChart, FigureBoard, Figures, type FilterValues, useMay } from "@ops/platform/web";
import { useMemo } from "react";
import { showOrders } from "./BoardFigure.tsx";
import { BoardTables } from "./BoardTables.tsx";
import { dayFilters, onTimeFilters, pastFilters } from "./board-filters.ts";

const HEIGHT = 240;

/** 看板 (section 9) of the orders in the reader's scope. A click on a figure shows the orders behind it. */
export function OrderBoard() {
  return (
    <FigureBoard label="订单看板" endpoint={getOrderStats} input={{}}>
      {(stats) => (
        <>
          <Head stats={stats} />
          <Days stats={stats} />
          <BoardTables stats={stats} />
        </>
      )}
    </FigureBoard>
  );
}

interface OfStats {
  readonly stats: OrderStats;
}

/** Today, what is past its promise and by whom, and how many hand-overs are in time. */
function Head({ stats: { today, days, past, onTime } }: OfStats) {
  const now = days.at(-1) ?? { deposited: 0, locked: 0, delivered: 0 };
  const sum = (of: "onTime" | "late") => onTime.reduce((all, one) => all + one[of], 0);
  const rate = percentage(sum("onTime"), sum("onTime") + sum("late"));
  const figures: readonly (readonly [string, number | string, FilterValues])[] = [
    ["今日大定", now.deposited, { depositedAt: `${today},${today}` }],
    ["今日锁单", now.locked, { lockedAt: `${today},${today}` }],
    ["今日交付", now.delivered, { deliveredAt: `${today},${today}` }],
    ["已超承诺", past.reduce((all, { count }) => all + count, 0), pastFilters()],
    ...past.map(({ party, count }) => [`超承诺·${lateParties[party]}`, count, pastFilters(party)] as const),
    ["准时交付率（近90天）", rate, onTimeFilters(true, today)],
  ];
  return (
    <Figures
      figures={figures.map(([label, value, filters]) => ({
        label,
        value,
        needs: listOrders,
        onOpen: () => showOrders(filters),
      }))}
    />
  );
}

function Days({ stats: { days } }: OfStats) {
  const may = useMay();
  const data = useMemo(
    () => ({
      categories: days.map(({ day }) => day.slice(5)),
      series: [
        { name: "大定", values: days.map(({ deposited }) => deposited) },
        { name: "锁单", values: days.map(({ locked }) => locked) },
        { name: "交付", values: days.map(({ delivered }) => delivered) },
      ],
    }),
    [days],
  );
  const pick = (shown: string, series: string) => {
    const day = days.find((one) => one.day.endsWith(shown))?.day;
    const filters = day === undefined ? null : dayFilters(day, series);
    if (filters && may(listOrders)) showOrders(filters);
  };
  return <BarChart title="大定、锁单与交付（近30天）" categoryTitle="日期" height={HEIGHT} data={data} onPick={pick} />;
}
