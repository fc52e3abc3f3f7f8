import { percentage } from "@ops/platform/contract";
import { BarChart, goTo, LineChart, NotLoaded, PieChart, presetList, useEndpoint } from "@ops/platform/web";
import { CAR_PAGE, type CarStatistics, getCarStatistics, whereaboutsNames } from "@ops/vehicle/contract";
import { Select, Skeleton } from "antd";
import { useMemo, useState } from "react";
import { IntakeCounts, IntakeDelay } from "../intake/IntakeLag.tsx";
import { blockSeries, configurationSeries, leadTimeSeries, plantsOf, stockSeries } from "./chart-data.ts";
import "./statistics.css";

const HEIGHT = 240;
/** Ten configurations with three bars each need this height. */
const TALL = 360;
/** Two charts of this height, with the title of the second one, are as high as a tall one. */
const HALF = 146;
const CARS = `${CAR_PAGE}?tab=cars`;

/** 车辆统计 (section 9) for the reader's scope. */
export function CarStatisticsTab() {
  const { data, error, refetch } = useEndpoint(getCarStatistics, {}, { silent: true });
  if (data) return <Charts of={data} />;
  if (error) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  return (
    <div className="list-panel car-statistics-wait">
      <Skeleton active paragraph={{ rows: 10 }} />
    </div>
  );
}

function Charts({ of }: { readonly of: CarStatistics }) {
  const shares = useMemo(
    () => of.whereabouts.map(({ whereabouts, count }) => ({ name: whereaboutsNames[whereabouts], value: count })),
    [of],
  );
  const data = useMemo(
    () => ({
      stock: stockSeries(of.stock),
      blocks: blockSeries(of.blocks),
      configurations: configurationSeries(of.configurations),
    }),
    [of],
  );
  return (
    <section className="car-statistics" aria-label="车辆统计">
      <Figures of={of} />
      <div className="car-charts">
        <PieChart title="在册车辆" height={TALL} data={shares} />
        <BarChart stacked title="库存与库龄" categoryTitle="车系" height={TALL} data={data.stock} />
        <LeadTimes of={of} />
        <LineChart title="管控率（%，近30天）" categoryTitle="日期" height={HEIGHT} data={data.blocks} />
        <BarChart
          across
          title="配置结构（近12个月前10种）"
          categoryTitle="配置"
          height={TALL}
          data={data.configurations}
        />
        {of.intake && (
          <div className="car-charts-column">
            <IntakeCounts title="接入质量（近30天）" height={HALF} points={of.intake} span="DAY" />
            <IntakeDelay title="接入延迟P95（秒，近30天）" height={HALF} points={of.intake} span="DAY" />
          </div>
        )}
      </div>
      <p className="car-counted">统计时间 {of.countedAt}</p>
    </section>
  );
}

function LeadTimes({ of: { leadTimes } }: { readonly of: CarStatistics }) {
  const plants = plantsOf(leadTimes);
  const [chosen, setChosen] = useState<string>();
  const plant = chosen ?? plants[0];
  const data = useMemo(() => leadTimeSeries(leadTimes, plant), [leadTimes, plant]);
  const extra = plants.length > 1 && (
    <Select
      size="small"
      aria-label="工厂"
      options={plants.map((value) => ({ value, label: value }))}
      value={plant ?? null}
      onChange={(value: string) => setChosen(value)}
    />
  );
  return <LineChart title="下线到放行、到店（天）" categoryTitle="月份" height={HEIGHT} data={data} extra={extra} />;
}

const MOST_COLUMNS = 8;
/** Makes rows of nearly equal length: 12 figures are 6 and 6, not 8 and 4. */
const evenColumns = (count: number) => Math.ceil(count / Math.ceil(count / MOST_COLUMNS));

/** Each number is a link to the list of its cars. */
function Figures({ of: { whereabouts, intake } }: { readonly of: CarStatistics }) {
  const look = (filters: Record<string, string>) => () => {
    presetList(CARS, filters);
    goTo(CARS);
  };
  const total = whereabouts.reduce((sum, { count }) => sum + count, 0);
  const received = intake?.reduce((sum, point) => sum + point.received, 0) ?? 0;
  const applied = intake?.reduce((sum, point) => sum + point.applied, 0) ?? 0;
  const present = whereabouts.filter(({ count }) => count > 0);
  const columns = evenColumns(1 + present.length + (intake ? 1 : 0));
  return (
    <dl className="car-figures" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      <Figure label="在册车辆" value={total} onOpen={look({})} />
      {present.map(({ whereabouts: of, count }) => (
        <Figure key={of} label={whereaboutsNames[of]} value={count} onOpen={look({ whereabouts: of })} />
      ))}
      {intake && (
        <div>
          <dt>接入应用率</dt>
          <dd>{percentage(applied, received)}</dd>
        </div>
      )}
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: number;
  readonly onOpen: () => void;
}

function Figure({ label, value, onOpen }: FigureProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <button type="button" className="text-button" aria-label={`查看${label}`} onClick={onOpen}>
          {value.toLocaleString("zh-CN")}
        </button>
      </dd>
    </div>
  );
}
