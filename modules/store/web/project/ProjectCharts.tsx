import { BarChart, FunnelChart, PieChart, useEndpoint } from "@ops/platform/web";
import { getProjectStats, projectShares, projectStages } from "@ops/store/contract";
import { Segmented } from "antd";
import { useState } from "react";
import { monthFilters, PLANNED, shareFilters } from "./chart-filters.ts";
import { presetProjects } from "./preset-projects.ts";
import "./project.css";

type By = keyof typeof projectShares;
const isBy = (value: unknown): value is By => typeof value === "string" && Object.hasOwn(projectShares, value);
const options = Object.entries(projectShares).map(([value, label]) => ({ value, label }));
const HEIGHT = 200;

/** Funnel by stage, shares by risk and more, and openings by month (section 9). A click filters the list. */
export function ProjectCharts() {
  const [by, setBy] = useState<By>("RISK");
  const { data } = useEndpoint(getProjectStats, {}, { silent: true });
  const { funnel = [], shares = [], months = [] } = data ?? {};
  const openings = {
    categories: months.map(({ month }) => month),
    series: [
      { name: PLANNED, values: months.map(({ planned }) => planned) },
      { name: "预测开业", values: months.map(({ forecast }) => forecast) },
    ],
  };
  const chosen = shares.filter((share) => share.by === by);
  const pickStage = (name: string) => {
    const found = funnel.find(({ stage }) => projectStages[stage] === name);
    if (found) presetProjects({ reached: found.stage });
  };
  const pickShare = (name: string) => {
    const found = chosen.find((share) => share.name === name);
    const filters = found && shareFilters(found);
    if (filters) presetProjects(filters);
  };
  const choice = (
    <Segmented size="small" options={options} value={by} onChange={(value) => isBy(value) && setBy(value)} />
  );
  return (
    <section className="project-charts" aria-label="项目统计">
      <FunnelChart
        title="项目漏斗"
        height={HEIGHT}
        onPick={pickStage}
        data={funnel.map(({ stage, count }) => ({ name: projectStages[stage], value: count }))}
      />
      <PieChart
        title="项目分布"
        height={HEIGHT}
        extra={choice}
        onPick={pickShare}
        data={chosen.map(({ name, count }) => ({ name, value: count }))}
      />
      <BarChart
        title="开业计划与预测"
        categoryTitle="月份"
        height={HEIGHT}
        onPick={(month, series) => presetProjects(monthFilters(month, series))}
        data={openings}
      />
    </section>
  );
}
