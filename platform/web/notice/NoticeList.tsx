import { BellOutlined } from "@ant-design/icons";
import { listNotices, type NoticeCategory } from "@ops/platform/contract";
import { Pagination, Skeleton } from "antd";
import { useState } from "react";
import { useEndpoint } from "../call/use-query.ts";
import { showTime } from "../list/column/show-value.ts";
import { Note, NotLoaded } from "../list/list-states.tsx";
import { useOpenNotice } from "./use-open-notice.ts";

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
