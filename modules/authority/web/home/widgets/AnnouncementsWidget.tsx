import { AnnouncementDrawer, useAnnouncements } from "@ops/platform/web";
import { Button, Tag } from "antd";
import { useState } from "react";
import { HomeCard } from "../HomeCard.tsx";
import { Loaded } from "../Loaded.tsx";
import type { WidgetProps } from "../widget-props.ts";

const SHOWN = 6;

/** 公告, pinned ones first. Each one opens with its text. */
export function AnnouncementsWidget({ title }: WidgetProps) {
  const answer = useAnnouncements();
  const [opened, setOpened] = useState<string | null>(null);
  const more = (
    <Button type="text" size="small" disabled={!answer.data} onClick={() => setOpened("")}>
      全部公告
    </Button>
  );
  return (
    <HomeCard title={title} extra={more} beyond={(answer.data?.length ?? 0) - SHOWN}>
      <Loaded of={answer}>
        {(announcements) => (
          <>
            {announcements.length === 0 && <p className="home-hint home-middle">暂无公告</p>}
            <ul className="home-lines">
              {announcements.slice(0, SHOWN).map((one) => (
                <li key={one.id}>
                  <button type="button" data-unread={!one.isRead} onClick={() => setOpened(one.id)}>
                    <span className="home-line-text" title={one.title}>
                      {one.isPinned && <Tag color="blue">置顶</Tag>}
                      {one.title}
                    </span>
                    <small className="tabular">{one.publishAt.slice(5, 10)}</small>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {opened !== null && <AnnouncementDrawer {...(opened ? { id: opened } : {})} onClose={() => setOpened(null)} />}
    </HomeCard>
  );
}
