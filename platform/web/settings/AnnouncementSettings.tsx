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
import { choicesOf } from "../form/input/choices.ts";
import { columnsOf } from "../list/column/columns-of.ts";
import { PagedTable } from "../list/PagedTable.tsx";
import { usePaged } from "../list/use-paged.ts";
import { useLive } from "../live/live-news.ts";
import { useMay } from "../session/use-session.ts";
import { CreateAnnouncementDialog, EditAnnouncementDialog } from "./announcement-dialogs.tsx";
import { useAnnouncementActions } from "./use-announcement-actions.ts";

const states = choicesOf(announcementStates.states);

/** 公告: drafts, present and past announcements, which are written, published and withdrawn here. */
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

const columns = columnsOf(listAnnouncements, {
  title: ({ title, isPinned, mustRead }) => (
    <span title={title}>
      {isPinned && <Tag color="blue">置顶</Tag>}
      {mustRead && <Tag color="red">必读</Tag>}
      {title}
    </span>
  ),
  audience: { title: "范围", width: 110, as: audienceText },
  status: { width: 80, as: (announcement) => <State of={announcement} /> },
  publishAt: 150,
  expireAt: 150,
  readCount: 60,
  createdByName: 90,
});

function audienceText({ audience, audienceIds }: Announcement): string {
  const word = announcementAudiences[audience];
  return audience === "ALL" ? word : `${word} ${audienceIds.length} 个`;
}

function State({ of: { status, isWaiting, isExpired } }: { readonly of: Announcement }) {
  if (isWaiting) return <DotText tone="warn" text="待发布" />;
  if (isExpired) return <DotText tone="off" text="已失效" />;
  return <StateTag machine={announcementStates} state={status} tones={{ DRAFT: "neutral", WITHDRAWN: "off" }} />;
}
