import { listNotices, type Notice } from "@ops/platform/contract";
import { NoticeDrawer, useOpenNotice } from "@ops/platform/web";
import { Button } from "antd";
import { useState } from "react";
import { HomeCard } from "../HomeCard.tsx";
import { Loaded } from "../Loaded.tsx";
import { useWidget } from "../use-widget.ts";
import type { WidgetProps } from "../widget-props.ts";

const SHOWN = 6;
const stay = () => undefined;

/**
 * 通知: unread notices. Each one leads to its page, or to its text if it has none. The bell keeps the list up to date.
 */
export function NoticesWidget({ title }: WidgetProps) {
  const answer = useWidget(listNotices, { query: { isUnread: "true", pageNo: 1, pageSize: SHOWN } });
  const [open, setOpen] = useState(false);
  const follow = useOpenNotice(stay);
  const choose = (notice: Notice) => {
    follow(notice);
    if (notice.route === null) setOpen(true);
  };
  const more = (
    <Button type="text" size="small" onClick={() => setOpen(true)}>
      全部通知
    </Button>
  );
  return (
    <HomeCard title={title} extra={more} beyond={(answer.data?.total ?? 0) - SHOWN}>
      <Loaded of={answer}>
        {({ list }) => (
          <>
            {list.length === 0 && <p className="home-hint home-middle">没有未读通知</p>}
            <ul className="home-lines">
              {list.map((notice) => (
                <li key={notice.id}>
                  <button type="button" data-unread onClick={() => choose(notice)}>
                    <span className="home-line-text" title={notice.content}>
                      {notice.title}
                    </span>
                    <small className="tabular">{notice.createdAt.slice(5, 16)}</small>
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {open && <NoticeDrawer onClose={() => setOpen(false)} />}
    </HomeCard>
  );
}
