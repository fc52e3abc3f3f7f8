import { listCityCentres } from "@ops/platform/contract";
import { toggleTheme, useEndpoint } from "@ops/platform/web";
import { Button } from "antd";
import type { ReactNode } from "react";
import { ChartStories } from "./ChartStories.tsx";
import { BoardStory, ScanStory, WeekStory } from "./input-stories.tsx";
import { PrintStory, QrStory, SignatureStory } from "./paper-stories.tsx";
import { CountdownStory, GanttStory, MapStory } from "./view-stories.tsx";
import "./stories.css";

/** Shows every part of the kit that no page of a module uses yet. */
export function Stories() {
  // the first answer tells the time of the server, from which the stories begin
  const { data } = useEndpoint(listCityCentres, {});
  if (!data) return null;
  return (
    <main className="stories">
      <header>
        <h1>组件示例</h1>
        <Button onClick={toggleTheme}>切换深浅色</Button>
      </header>
      <Story title="倒计时 Countdown">
        <CountdownStory />
      </Story>
      <Story title="每周时段 WeekGrid">
        <WeekStory />
      </Story>
      <Story title="扫码录入 ScanInput">
        <ScanStory />
      </Story>
      <Story title="看板 BoardView" isWide>
        <BoardStory />
      </Story>
      <Story title="甘特图 GanttView" isWide>
        <GanttStory />
      </Story>
      <ChartStories />
      <Story title="点位图 PointMap">
        <MapStory />
      </Story>
      <Story title="手写签名 SignatureInput">
        <SignatureStory />
      </Story>
      <Story title="二维码 QrCode">
        <QrStory />
      </Story>
      <Story title="打印 PrintPage">
        <PrintStory />
      </Story>
    </main>
  );
}

interface StoryProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Story({ title, isWide = false, children }: StoryProps) {
  return (
    <section className="story" aria-label={title} data-wide={isWide}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
