import { percentage } from "@ops/platform/contract";
import { BarChart, FigureBoard, Figures, goTo, LineChart, PieChart, presetList } from "@ops/platform/web";
import { CAR_PAGE, type CarStatistics, getCarStatistics, listCars, whereaboutsNames } from "@ops/vehicle/contract";
import { Select } from "antd";
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
  return (
    <FigureBoard label="车辆统计" endpoint={getCarStatistics} input={{}}>
      {(stats) => <Charts of={stats} />}
    </FigureBoard>
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
    <>
      <CarFigures of={of} />
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
    </>
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

/** Each number is a link to the list of its cars. */
function CarFigures({ of: { whereabouts, intake } }: { readonly of: CarStatistics }) {
  const look = (filters: Record<string, string>) => () => {
    presetList(CARS, filters);
    goTo(CARS);
  };
  const total = whereabouts.reduce((sum, { count }) => sum + count, 0);
  const received = intake?.reduce((sum, point) => sum + point.received, 0) ?? 0;
  const applied = intake?.reduce((sum, point) => sum + point.applied, 0) ?? 0;
  const present = whereabouts.filter(({ count }) => count > 0);
  const figures = [
    { label: "在册车辆", value: total, needs: listCars, onOpen: look({}) },
    ...present.map(({ whereabouts: of, count }) => ({
      label: whereaboutsNames[of],
      value: count,
      needs: listCars,
      onOpen: look({ whereabouts: of }),
    })),
    ...(intake ? [{ label: "接入应用率", value: percentage(applied, received) }] : []),
  ];
  return <Figures figures={figures} />;
}
