import {
  type Announcement,
  announcementAudiences,
  announcementStates,
  createAnnouncement,
  listAnnouncements,
} from "@ops/platform/contract";
import { Button, Input, Select, Tag } from "antd";
import { useState } from "react";
import { useDialog } from "../dialog/use-dialog.ts";
import { DotText, StateTag } from "../dict/StateTag.tsx";
import { choicesOf } from "../form/choices.ts";
import type { Column } from "../list/columns.ts";
import { PagedTable } from "../list/PagedTable.tsx";
import { showTime } from "../list/show-value.ts";
import { usePaged } from "../list/use-paged.ts";
import { useLive } from "../live/live-news.ts";
import { useMay } from "../session/use-session.ts";
import { CreateAnnouncementDialog, EditAnnouncementDialog } from "./announcement-dialogs.tsx";
import { useAnnouncementActions } from "./use-announcement-actions.ts";

const states = choicesOf(announcementStates.states);

/** 公告: drafts, what is shown, what was; written, published and withdrawn here. */
export function AnnouncementSettings() {
  const may = useMay();
  const [keyword, setKeyword] = useState("");
  const [status, setStatus] = useState<Announcement["status"]>();
  const creating = useDialog<true>();
  const editing = useDialog<Announcement>();
  const actions = useAnnouncementActions(editing.open);
  const announcements = usePaged(listAnnouncements, { filters: { keyword, status } });
  useLive("announcement.changed", announcements.refresh);
  return (
    <div className="settings-list">
      <header>
        <Input.Search allowClear placeholder="标题" aria-label="搜索公告" onSearch={setKeyword} />
        <Select allowClear placeholder="全部状态" aria-label="状态" options={states} onChange={setStatus} />
        {may(createAnnouncement) && (
          <Button type="primary" onClick={() => creating.open(true)}>
            新增公告
          </Button>
        )}
      </header>
      <PagedTable
        of={announcements}
        columns={columns}
        rowActions={actions}
        empty={announcements.filtered ? "没有符合的公告" : "还没有公告，点击「新增公告」"}
      />
      {creating.value && <CreateAnnouncementDialog onClose={creating.close} />}
      {editing.value && <EditAnnouncementDialog announcement={editing.value} onClose={editing.close} />}
    </div>
  );
}

const columns: readonly Column<typeof listAnnouncements>[] = [
  {
    title: "标题",
    show: "title",
    as: ({ title, isPinned, mustRead }) => (
      <span title={title}>
        {isPinned && <Tag color="blue">置顶</Tag>}
        {mustRead && <Tag color="red">必读</Tag>}
        {title}
      </span>
    ),
  },
  { title: "范围", show: "audience", width: 110, as: audienceText },
  { title: "状态", show: "status", width: 80, as: (announcement) => <State of={announcement} /> },
  { title: "发布时间", show: "publishAt", width: 150, as: ({ publishAt }) => showTime(publishAt) },
  { title: "失效时间", show: "expireAt", width: 150, as: ({ expireAt }) => showTime(expireAt) },
  { title: "已读", show: "readCount", width: 60, align: "right" },
  { title: "创建人", show: "createdByName", width: 90 },
];

function audienceText({ audience, audienceIds }: Announcement): string {
  const word = announcementAudiences[audience];
  return audience === "ALL" ? word : `${word} ${audienceIds.length} 个`;
}

function State({ of: { status, isWaiting, isExpired } }: { readonly of: Announcement }) {
  if (isWaiting) return <DotText tone="warn" text="待发布" />;
  if (isExpired) return <DotText tone="off" text="已失效" />;
  return <StateTag machine={announcementStates} state={status} tones={{ DRAFT: "neutral", WITHDRAWN: "off" }} />;
}
