import { BellOutlined } from "@ant-design/icons";
import { Badge, Button, Tooltip } from "antd";
import { useState } from "react";
import { useAnnouncements } from "../announcement/use-announcements.ts";
import { useLive } from "../live/live-news.ts";
import { NoticeDrawer } from "./lazy-drawer.ts";
import { useUnreadNotices } from "./use-notices.ts";

/** The bell of the header with the number of notices and announcements that the user has not read (PF-R68, PF-R100). */
export function NoticeBell() {
  const [open, setOpen] = useState(false);
  const announcements = useAnnouncements();
  useLive("announcement.changed", () => void announcements.refetch());
  const notices = useUnreadNotices().data?.total ?? 0;
  const unread = notices + (announcements.data?.filter(({ isRead }) => !isRead).length ?? 0);
  const label = unread > 0 ? `通知，${unread} 条未读` : "通知";
  return (
    <>
      <Tooltip title={label}>
        <Button
          type="text"
          aria-label={label}
          aria-haspopup="dialog"
          icon={
            <Badge count={unread} size="small" offset={[unread > 9 ? 9 : 3, -2]}>
              <BellOutlined />
            </Badge>
          }
          onClick={() => setOpen(true)}
        />
      </Tooltip>
      {open && <NoticeDrawer onClose={() => setOpen(false)} />}
    </>
  );
}
