import {
  countUnreadNotices,
  listNoticeSwitches,
  listNotices,
  type NoticeCategory,
  noticeCategories,
  readNotices,
} from "@ops/platform/contract";
import { Badge, Button, Drawer, Tabs } from "antd";
import { useState } from "react";
import { Announcements } from "../announcement/Announcements.tsx";
import { useAnnouncements } from "../announcement/use-announcements.ts";
import { useCall } from "../call/use-call.ts";
import { useEndpoint } from "../call/use-query.ts";
import { useOpened } from "../detail/use-opened.ts";
import { useClosing } from "../dialog/use-closing.ts";
import { NoticeList } from "./NoticeList.tsx";
import { NoticeSwitches } from "./NoticeSwitches.tsx";
import { useUnreadNotices } from "./use-notices.ts";
import "./notice.css";

const categories: readonly NoticeCategory[] = ["TASK", "APPROVAL", "WARNING", "SYSTEM"];

/** 通知: a tab per category; the first one with something to read is open (5.7). */
export default function NoticeDrawer({ onClose }: { readonly onClose: () => void }) {
  const { close, drawer } = useClosing(onClose);
  const [chosen, setChosen] = useState<string | null>(null);
  const unread = useUnreadNotices().data;
  const announcements = useAnnouncements().data?.filter(({ isRead }) => !isRead).length ?? 0;
  const reading = useCall(readNotices, { refreshes: [countUnreadNotices, listNotices] });
  const { data: ways = [] } = useEndpoint(listNoticeSwitches, {}, { silent: true });
  const approvals = useOpened("approvals");
  const openApprovals = () => {
    close();
    approvals.open("WAITING");
  };
  const waiting = categories.find((category) => unread?.byCategory[category]);
  const shown = chosen ?? waiting ?? (announcements > 0 ? "announcements" : "SYSTEM");

  return (
    <Drawer
      title="通知"
      className="notices"
      size={520}
      {...drawer}
      footer={ways.length > 0 && <NoticeSwitches ways={ways} />}
      extra={
        <>
          <Button type="link" onClick={openApprovals}>
            待我审批
          </Button>
          <Button
            type="link"
            disabled={!unread?.total || reading.offline}
            loading={reading.pending}
            onClick={() => void reading.call({ body: {} })}
          >
            全部已读
          </Button>
        </>
      }
    >
      <Tabs
        activeKey={shown}
        onChange={setChosen}
        destroyOnHidden
        items={[
          ...categories.map((category) => ({
            key: category,
            label: <Label text={noticeCategories[category]} unread={unread?.byCategory[category] ?? 0} />,
            children: <NoticeList category={category} onLeave={close} />,
          })),
          {
            key: "announcements",
            label: <Label text="公告" unread={announcements} />,
            children: <Announcements />,
          },
        ]}
      />
    </Drawer>
  );
}

function Label({ text, unread }: { readonly text: string; readonly unread: number }) {
  return (
    <Badge dot={unread > 0} offset={[6, 2]}>
      <span className="notices-tab">{text}</span>
      {unread > 0 && <span className="for-screen-readers">，{unread} 条未读</span>}
    </Badge>
  );
}
