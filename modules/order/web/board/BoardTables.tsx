import { cycleSteps, type OrderStats, orderStates, stageAges } from "@ops/order/contract";
import { oneOf, percentage } from "@ops/platform/contract";
import { PlainTable } from "@ops/platform/web";
import { BoardFigure } from "./BoardFigure.tsx";
import { cohortFilters, cycleFilters, onHandFilters, onTimeFilters } from "./board-filters.ts";
import "./board.css";

interface OfStats {
  readonly stats: OrderStats;
}

/** As many stores as the tables beside it are high. */
const PAGE_SIZE = 17;
const ages = oneOf(stageAges).options;
const steps = oneOf(cycleSteps).options;

/** The parts of the board that are read as tables. */
export function BoardTables({ stats }: OfStats) {
  return (
    <div className="order-board-tables">
      <OnHand stats={stats} />
      <OnTime stats={stats} />
      <Cohorts stats={stats} />
      <Cycles stats={stats} />
    </div>
  );
}

function OnHand({ stats: { onHand } }: OfStats) {
  const rows = orderStates.schema.options.flatMap((state) => {
    const own = onHand.filter((one) => one.state === state);
    return own.length === 0 ? [] : [{ id: state, own, all: own.reduce((sum, { count }) => sum + count, 0) }];
  });
  return (
    <section className="list-panel" aria-label="在手订单">
      <h3>在手订单（按状态与停留天数）</h3>
      <PlainTable
        rows={rows}
        empty="没有在手订单"
        columns={[
          { title: "状态", render: (_, { id }) => orderStates.label(id) },
          ...ages.map((age) => ({
            title: stageAges[age],
            align: "right" as const,
            render: (_: unknown, { id, own }: (typeof rows)[number]) => {
              const count = own.find((one) => one.age === age)?.count ?? 0;
              const of = `${orderStates.label(id)}${stageAges[age]}`;
              return <BoardFigure value={count} of={of} filters={onHandFilters(id, age)} />;
            },
          })),
          {
            title: "合计",
            align: "right",
            render: (_, { id, all }) => (
              <BoardFigure value={all} of={orderStates.label(id)} filters={onHandFilters(id)} />
            ),
          },
        ]}
      />
    </section>
  );
}

function Cohorts({ stats: { cohorts, today } }: OfStats) {
  return (
    <section className="list-panel" aria-label="转化">
      <h3>大定→锁单率与退订率（按大定月份）</h3>
      <PlainTable
        rowKey="month"
        rows={cohorts.toReversed()}
        columns={[
          { title: "大定月份", dataIndex: "month" },
          {
            title: "大定",
            align: "right",
            render: (_, { month, deposited }) => (
              <BoardFigure value={deposited} of={`${month}大定`} filters={cohortFilters(month, today, "all")} />
            ),
          },
          {
            title: "锁单",
            align: "right",
            render: (_, { month, locked }) => (
              <BoardFigure value={locked} of={`${month}锁单`} filters={cohortFilters(month, today, "locked")} />
            ),
          },
          { title: "锁单率", align: "right", render: (_, { locked, deposited }) => percentage(locked, deposited) },
          {
            title: "退订",
            align: "right",
            render: (_, { month, cancelled }) => (
              <BoardFigure value={cancelled} of={`${month}退订`} filters={cohortFilters(month, today, "cancelled")} />
            ),
          },
          {
            title: "退订率",
            align: "right",
            render: (_, { cancelled, deposited }) => percentage(cancelled, deposited),
          },
        ]}
      />
    </section>
  );
}

function Cycles({ stats: { cycles, today } }: OfStats) {
  return (
    <section className="list-panel" aria-label="交付周期">
      <h3>交付周期（近90天交付，中位数 / P90，天）</h3>
      <PlainTable
        rowKey="seriesId"
        rows={cycles}
        empty="近90天没有交付"
        columns={[
          { title: "车系", dataIndex: "seriesName" },
          ...steps.map((step) => ({
            title: cycleSteps[step],
            align: "right" as const,
            render: (_: unknown, { steps: taken }: OrderStats["cycles"][number]) => {
              const one = taken.find((found) => found.step === step);
              return one ? `${one.medianDays} / ${one.p90Days}` : "-";
            },
          })),
          {
            title: "交付",
            align: "right",
            render: (_, { seriesId, seriesName, orders }) => (
              <BoardFigure value={orders} of={`${seriesName}交付`} filters={cycleFilters(seriesId, today)} />
            ),
          },
        ]}
      />
    </section>
  );
}

function OnTime({ stats: { onTime, today } }: OfStats) {
  return (
    <section className="list-panel" aria-label="准时交付率">
      <h3>准时交付率（近90天，按交付门店）</h3>
      <PlainTable
        rowKey="storeId"
        rows={onTime}
        pageSize={PAGE_SIZE}
        unit="家"
        empty="近90天没有交付"
        columns={[
          { title: "交付门店", dataIndex: "storeName" },
          {
            title: "准时",
            align: "right",
            render: (_, { storeId, storeName, onTime: count }) => (
              <BoardFigure value={count} of={`${storeName}准时`} filters={onTimeFilters(true, today, storeId)} />
            ),
          },
          {
            title: "超承诺",
            align: "right",
            render: (_, { storeId, storeName, late }) => (
              <BoardFigure value={late} of={`${storeName}超承诺`} filters={onTimeFilters(false, today, storeId)} />
            ),
          },
          { title: "准时率", align: "right", render: (_, { onTime: count, late }) => percentage(count, count + late) },
        ]}
      />
    </section>
  );
}
