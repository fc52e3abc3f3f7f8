import { BellOutlined } from "@ant-design/icons";
import type { MyAnnouncement } from "@ops/platform/contract";
import { Collapse, Skeleton, Tag } from "antd";
import { useEffect, useEffectEvent } from "react";
import { Note, NotLoaded } from "../list/list-states.tsx";
import { useAnnouncements, useRead } from "./use-announcements.ts";
import "./announcement.css";

/** All announcements that are shown to the user; opening one reads it. `id` is open first. */
export function Announcements({ id }: { readonly id?: string }) {
  const answer = useAnnouncements();
  const { read } = useRead();
  const opened = (keys: readonly string[]) => {
    for (const one of answer.data ?? []) if (keys.includes(one.id)) void read(one);
  };
  const openFirst = useEffectEvent(() => id && opened([id]));
  useEffect(() => void openFirst(), []);
  if (answer.isError && !answer.data) {
    return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  }
  if (!answer.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (answer.data.length === 0) return <Note icon={<BellOutlined />} sentence="暂无公告" />;
  return (
    <Collapse
      className="announcements"
      bordered={false}
      expandIconPlacement="end"
      defaultActiveKey={id ? [id] : []}
      onChange={(keys) => opened([...keys])}
      items={answer.data.map((one) => ({
        key: one.id,
        label: <Heading of={one} />,
        children: <p className="announcement-content">{one.content}</p>,
      }))}
    />
  );
}

function Heading({ of: { title, publishAt, isPinned, mustRead, isRead } }: { readonly of: MyAnnouncement }) {
  return (
    <span className="announcement-heading" data-unread={!isRead}>
      <span>
        {isPinned && <Tag color="blue">置顶</Tag>}
        {mustRead && <Tag color="red">必读</Tag>}
        {title}
        {!isRead && <span className="for-screen-readers">（未读）</span>}
      </span>
      <small className="tabular">{publishAt.slice(0, 16)}</small>
    </span>
  );
}
