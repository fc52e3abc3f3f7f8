import {
  getAccountFigures,
  getOverstepFigures,
  getRoleFigures,
  getSignInFigures,
  userStates,
} from "@ops/authority/contract";
import type { AnswerOf } from "@ops/platform/contract";
import { BarChart, LineChart, PieChart, type SeriesData, useDict } from "@ops/platform/web";
import { Segmented } from "antd";
import { useMemo, useState } from "react";
import { HomeCard } from "../HomeCard.tsx";
import { Loaded } from "../Loaded.tsx";
import { useWidget } from "../use-widget.ts";
import type { WidgetProps } from "../widget-props.ts";

/** The height of three rows of the grid without the head of a chart. */
const HEIGHT = 242;

export function SignInTrendWidget({ title }: WidgetProps) {
  const answer = useWidget(getSignInFigures, {});
  const data = useMemo(() => answer.data && trendOf(answer.data), [answer.data]);
  if (!data) return <Waiting title={title} of={answer} />;
  return <LineChart title={`${title}（近14天）`} categoryTitle="日期" height={HEIGHT} data={data} />;
}

function trendOf({ days }: AnswerOf<typeof getSignInFigures>): SeriesData {
  return {
    categories: days.map(({ day }) => day.slice(5)),
    series: [
      { name: "登录", values: days.map(({ logins }) => logins) },
      { name: "失败", values: days.map(({ failures }) => failures) },
    ],
  };
}

export function AccountStatusWidget({ title }: WidgetProps) {
  const answer = useWidget(getAccountFigures, {});
  const data = useMemo(
    () => answer.data?.byStatus.map(({ status, count }) => ({ name: userStates.label(status), value: count })),
    [answer.data],
  );
  if (!data) return <Waiting title={title} of={answer} />;
  return <PieChart title={title} height={HEIGHT} data={data} />;
}

export function PeopleByTypeWidget({ title }: WidgetProps) {
  const answer = useWidget(getAccountFigures, {});
  const { entries } = useDict("organization_type");
  const data = useMemo(() => {
    const nameOf = (type: string) => entries.find(({ entryValue }) => entryValue === type)?.entryMeaning ?? type;
    return (
      answer.data &&
      ranked(
        "在任人数",
        answer.data.byType.map(({ type, count }) => [nameOf(type), count]),
      )
    );
  }, [answer.data, entries]);
  if (!data) return <Waiting title={title} of={answer} />;
  return <BarChart across title={`${title}（按组织类型）`} categoryTitle="组织类型" height={HEIGHT} data={data} />;
}

export function RoleRiskWidget({ title }: WidgetProps) {
  const answer = useWidget(getRoleFigures, {});
  const data = useMemo(
    () =>
      answer.data &&
      ranked(
        "风险分",
        answer.data.ranking.map(({ name, points }) => [name, points]),
      ),
    [answer.data],
  );
  if (!data) return <Waiting title={title} of={answer} />;
  return <BarChart across title={title} categoryTitle="角色" height={HEIGHT} data={data} />;
}

export function OverstepsWidget({ title }: WidgetProps) {
  const answer = useWidget(getOverstepFigures, {});
  const [by, setBy] = useState<"day" | "person">("day");
  const data = useMemo(() => answer.data && overstepsBy(by, answer.data), [answer.data, by]);
  if (!data) return <Waiting title={title} of={answer} />;
  const frame = { title: `${title}（近14天）`, height: HEIGHT, data };
  const extra = (
    <>
      <small className="home-hint">今日 {answer.data?.today ?? 0} 次</small>
      <Segmented size="small" options={oversteppers} value={by} onChange={setBy} />
    </>
  );
  if (by === "person") return <BarChart across {...frame} categoryTitle="姓名" extra={extra} />;
  return <LineChart {...frame} categoryTitle="日期" extra={extra} />;
}

const oversteppers: { value: "day" | "person"; label: string }[] = [
  { value: "day", label: "按日" },
  { value: "person", label: "按人" },
];

function overstepsBy(by: "day" | "person", { days, people }: AnswerOf<typeof getOverstepFigures>): SeriesData {
  return ranked(
    "拒绝次数",
    by === "day"
      ? days.map(({ day, count }) => [day.slice(5), count])
      : people.map(({ userName, count }) => [userName, count]),
  );
}

function ranked(name: string, lines: readonly (readonly [name: string, value: number])[]): SeriesData {
  return { categories: lines.map(([line]) => line), series: [{ name, values: lines.map(([, value]) => value) }] };
}

type Answer = Parameters<typeof Loaded<unknown>>[0]["of"];

/** The frame of a chart while its numbers are loading. */
function Waiting({ title, of }: { readonly title: string; readonly of: Answer }) {
  return (
    <HomeCard title={title}>
      <Loaded of={of} rows={5}>
        {() => null}
      </Loaded>
    </HomeCard>
  );
}
