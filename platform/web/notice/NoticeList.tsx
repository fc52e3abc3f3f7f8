import { BellOutlined } from "@ant-design/icons";
import { countUnreadNotices, listNotices, type Notice, type NoticeCategory, readNotices } from "@ops/platform/contract";
import { Pagination, Skeleton } from "antd";
import { useState } from "react";
import { useCall } from "../call/use-call.ts";
import { useEndpoint } from "../call/use-query.ts";
import { Note, NotLoaded } from "../list/list-states.tsx";
import { showTime } from "../list/show-value.ts";
import { useSession } from "../session/use-session.ts";
import { feedback } from "../shell/feedback.ts";
import { isGranted } from "../shell/menu-tree.ts";
import { usePages } from "../shell/use-pages.ts";

const SIZE = 20;

interface Props {
  readonly category: NoticeCategory;
  /** A notice led to its page. */
  readonly onLeave: () => void;
}

export function NoticeList({ category, onLeave }: Props) {
  const [pageNo, setPageNo] = useState(1);
  const query = { category, pageNo, pageSize: SIZE };
  const answer = useEndpoint(listNotices, { query }, { keepPrevious: true, silent: true, staleTime: 0 });
  const open = useOpenNotice(onLeave);
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const { list, total } = answer.data;
  if (list.length === 0) return <Note icon={<BellOutlined />} sentence="暂无通知" />;
  return (
    <>
      <ul className="notice-list">
        {list.map((notice) => (
          <li key={notice.id}>
            <button
              type="button"
              className="plain-button notice"
              data-level={notice.level}
              onClick={() => open(notice)}
            >
              <span className="notice-title" data-unread={!notice.isRead}>
                {notice.title}
                {!notice.isRead && <span className="for-screen-readers">（未读）</span>}
              </span>
              <small className="tabular">{showTime(notice.createdAt).slice(0, 16)}</small>
              <span className="notice-content">{notice.content}</span>
            </button>
          </li>
        ))}
      </ul>
      <Pagination
        size="small"
        align="end"
        hideOnSinglePage
        showSizeChanger={false}
        current={pageNo}
        pageSize={SIZE}
        total={total}
        onChange={setPageNo}
      />
    </>
  );
}

/** Reads it, and goes where it points to if the user may see that page (PF-R100). */
function useOpenNotice(onLeave: () => void) {
  const { menu } = useSession();
  const pages = usePages();
  const reading = useCall(readNotices, { refreshes: [countUnreadNotices, listNotices] });
  return (notice: Notice) => {
    if (!notice.isRead) void reading.call({ body: { ids: [notice.id] } }).catch(() => undefined); // told by the call
    if (notice.route === null) return;
    if (!isGranted(notice.route.replace(/\?.*$/, ""), menu)) {
      feedback.message.warning("您没有查看该内容的权限");
      return;
    }
    pages.open(notice.route);
    onLeave();
  };
}
