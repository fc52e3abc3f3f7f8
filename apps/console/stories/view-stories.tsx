import { addDays, dayOf } from "@ops/platform/contract";
import { Countdown, GanttView, type MapPoint, PointMap, serverNow } from "@ops/platform/web";
import { Input } from "antd";
import { useState } from "react";

const MINUTE_MS = 60_000;
const after = (start: Date, minutes: number) => new Date(start.getTime() + minutes * MINUTE_MS);

export function CountdownStory() {
  const [start] = useState(serverNow);
  return (
    <dl className="story-facts">
      <dt>刚开始</dt>
      <dd>
        <Countdown label="首次跟进" from={start} until={after(start, 30)} />
      </dd>
      <dt>已过半</dt>
      <dd>
        <Countdown label="到店接待" from={after(start, -20)} until={after(start, 10)} />
      </dd>
      <dt>即将到时</dt>
      <dd>
        <Countdown label="确认订单" from={after(start, -1)} until={after(start, 0.05)} />
      </dd>
      <dt>多日</dt>
      <dd>
        <Countdown label="交付车辆" from={after(start, -60)} until={after(start, 3 * 24 * 60)} />
      </dd>
    </dl>
  );
}

export function GanttStory() {
  const today = dayOf(serverNow());
  const span = (from: number, to: number | null) => ({
    from: addDays(today, from),
    to: to === null ? null : addDays(today, to),
  });
  const rows = [
    { key: "1", title: "选址", planned: span(-30, -22), actual: span(-30, -24) },
    { key: "2", title: "设计", planned: span(-21, -10), actual: span(-23, -8) },
    { key: "3", title: "施工", planned: span(-9, -1), actual: span(-7, null) },
    { key: "4", title: "验收", planned: span(5, 9) },
    { key: "5", title: "培训与开业", planned: span(10, 20) },
  ];
  return <GanttView label="门店建设计划" rows={rows} />;
}

const points: readonly MapPoint[] = [
  { key: "sh", title: "上海浦东体验中心", lng: 121.54, lat: 31.22 },
  { key: "sz", title: "苏州园区体验中心", lng: 120.72, lat: 31.32 },
  { key: "wx", title: "无锡滨湖体验中心", lng: 120.28, lat: 31.53 },
  { key: "bj", title: "北京朝阳体验中心", lng: 116.44, lat: 39.92 },
  { key: "gz", title: "广州天河体验中心", lng: 113.33, lat: 23.14 },
  { key: "cd", title: "成都高新体验中心", lng: 104.07, lat: 30.57 },
  { key: "xa", title: "西安高新体验中心", lng: 108.89, lat: 34.22 },
  { key: "xa2", title: "西安高新交付中心", lng: 108.89, lat: 34.22 },
  { key: "wlmq", title: "乌鲁木齐体验中心", lng: 87.6, lat: 43.8 },
];

export function MapStory() {
  const [opened, setOpened] = useState("");
  const [word, setWord] = useState("");
  const found = points.filter(({ title }) => title.includes(word));
  return (
    <>
      <Input
        aria-label="门店名称"
        placeholder="门店名称"
        value={word}
        onChange={(event) => setWord(event.target.value)}
      />
      <PointMap label="门店分布" points={found} onOpen={({ title }) => setOpened(title)} />
      <p role="status">{opened ? `已打开 ${opened}` : "点击圆点打开门店，点击数字展开"}</p>
    </>
  );
}
