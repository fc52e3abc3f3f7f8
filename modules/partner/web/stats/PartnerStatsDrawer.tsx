import { getPartnerStats, type PartnerStats } from "@ops/partner/contract";
import { addDays, dayOf, percentage } from "@ops/platform/contract";
import { BarChart, NotLoaded, serverNow, useClosing, useEndpoint } from "@ops/platform/web";
import { Drawer, Segmented, Skeleton } from "antd";
import { useState } from "react";
import "./stats.css";

const spans = [
  { value: 30, label: "近30天" },
  { value: 90, label: "近90天" },
  { value: 365, label: "近一年" },
];

/** 统计 of the partners in the reader's scope (section 9). */
export function PartnerStatsDrawer({ onClose }: { readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const [days, setDays] = useState(90);
  const today = dayOf(new Date(serverNow()));
  const query = { period: `${addDays(today, -days)},${today}` };
  const { data, error, refetch } = useEndpoint(getPartnerStats, { query }, { silent: true, keepPrevious: true });
  const extra = <Segmented<number> options={spans} value={days} onChange={setDays} aria-label="统计期间" />;
  return (
    <Drawer title="合作伙伴统计" size={1080} extra={extra} {...drawer}>
      {error && !data && <NotLoaded reason={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && <Content stats={data} />}
    </Drawer>
  );
}

function Content({ stats }: { readonly stats: PartnerStats }) {
  const { openTasks, contractEnds, ranking, rankingPeriod } = stats;
  const bars = (name: string, rows: readonly { name: string; count: number }[]) => ({
    categories: rows.map((row) => row.name),
    series: [{ name, values: rows.map(({ count }) => count) }],
  });
  return (
    <div className="partner-stats">
      <Figures stats={stats} />
      <BarChart title="未来12个月到期合同" categoryTitle="月份" data={bars("到期合同", contractEnds)} />
      <BarChart title="入驻未完成任务" categoryTitle="任务" across data={bars("未完成", openTasks)} />
      <BarChart
        title={rankingPeriod ? `考核排名（${rankingPeriod}）` : "考核排名"}
        categoryTitle="伙伴"
        across
        data={{
          categories: ranking.map(({ name }) => name),
          series: [{ name: "总分", values: ranking.map(({ total }) => total) }],
        }}
      />
    </div>
  );
}

function Figures({ stats }: { readonly stats: PartnerStats }) {
  const { activeCount, activated, terminated, onboardingDays, papers, renewals, accounts, turnover } = stats;
  const net = activated - terminated;
  const figures: readonly (readonly [name: string, value: string, detail: string])[] = [
    ["合作中伙伴", String(activeCount), `净增${net > 0 ? "+" : ""}${net}（启用${activated}，终止${terminated}）`],
    ["入驻周期", onboardingDays === null ? "-" : `${onboardingDays}天`, "审核通过到启用，中位数"],
    ["资质有效率", shareOf(papers), `${papers.part}/${papers.whole}`],
    ["合同续签率", shareOf(renewals), `${renewals.part}/${renewals.whole}`],
    ["账号活跃率", shareOf(accounts), `7天内登录${accounts.part}/${accounts.whole}`],
    ["人员流失率", shareOf(turnover), `离职${turnover.part}人，平均在职${turnover.whole}人`],
  ];
  return (
    <dl className="partner-figures partner-stats-figures">
      {figures.map(([name, value, detail]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <small>{detail}</small>
        </div>
      ))}
    </dl>
  );
}

const shareOf = ({ part, whole }: PartnerStats["papers"]) => percentage(part, whole);
