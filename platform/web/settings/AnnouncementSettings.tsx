import {
  type Announcement,
  announcementAudiences,
  announcementStates,
  createAnnouncement,
  listAnnouncements,
} from "@ops/platform/contract";
import { Button, Input, Select, Table, type TableColumnType, Tag } from "antd";
import { useState } from "react";
import { useEndpoint } from "../call/use-query.ts";
import { useDialog } from "../dialog/use-dialog.ts";
import { DotText, StateTag } from "../dict/StateTag.tsx";
import { offered, type RowAction } from "../list/actions.ts";
import { NotLoaded } from "../list/list-states.tsx";
import { RowActions } from "../list/RowActions.tsx";
import { showTime } from "../list/show-value.ts";
import { useLive } from "../live/live-news.ts";
import { useMay } from "../session/use-session.ts";
import { CreateAnnouncementDialog, EditAnnouncementDialog } from "./announcement-dialogs.tsx";
import { useAnnouncementActions } from "./use-announcement-actions.ts";

const PAGE_SIZE = 10;
const states = Object.entries(announcementStates.states).map(([value, label]) => ({ value, label }));

/** 公告: drafts, what is shown, what was; written, published and withdrawn here. */
export function AnnouncementSettings() {
  const may = useMay();
  const [pageNo, setPageNo] = useState(1);
  const [filter, setFilter] = useState<{ keyword?: string; status?: Announcement["status"] }>({});
  const creating = useDialog<true>();
  const editing = useDialog<Announcement>();
  const actions = useAnnouncementActions(editing.open);
  const query = { ...filter, pageNo, pageSize: PAGE_SIZE };
  const answer = useEndpoint(listAnnouncements, { query }, { keepPrevious: true, silent: true });
  useLive("announcement.changed", () => void answer.refetch());
  const narrow = (changed: { keyword?: string; status?: Announcement["status"] | undefined }) => {
    setPageNo(1);
    setFilter((before) => {
      const { keyword, status } = { ...before, ...changed };
      return { ...(keyword ? { keyword } : {}), ...(status ? { status } : {}) };
    });
  };
  return (
    <div className="settings-list">
      <header>
        <Input.Search
          allowClear
          placeholder="标题"
          aria-label="搜索公告"
          onSearch={(typed) => narrow({ keyword: typed.trim() })}
        />
        <Select
          allowClear
          placeholder="全部状态"
          aria-label="状态"
          options={states}
          onChange={(status: Announcement["status"] | undefined) => narrow({ status })}
        />
        {may(createAnnouncement) && (
          <Button type="primary" onClick={() => creating.open(true)}>
            新增公告
          </Button>
        )}
      </header>
      {answer.error ? (
        <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Table<Announcement>
          rowKey="id"
          size="small"
          className="tabular"
          loading={answer.isPending}
          dataSource={answer.data?.list ?? []}
          columns={columnsOf(actions, may)}
          pagination={{
            ...{ current: pageNo, pageSize: PAGE_SIZE, total: answer.data?.total ?? 0, onChange: setPageNo },
            ...{ hideOnSinglePage: true, showSizeChanger: false },
          }}
          locale={{ emptyText: answer.isPending ? " " : "还没有公告，点击「新增公告」" }}
        />
      )}
      {creating.value && <CreateAnnouncementDialog onClose={creating.close} />}
      {editing.value && <EditAnnouncementDialog announcement={editing.value} onClose={editing.close} />}
    </div>
  );
}

function columnsOf(
  actions: readonly RowAction<Announcement>[],
  may: ReturnType<typeof useMay>,
): TableColumnType<Announcement>[] {
  return [
    {
      title: "标题",
      dataIndex: "title",
      ellipsis: true,
      render: (_value, { title, isPinned, mustRead }) => (
        <span title={title}>
          {isPinned && <Tag color="blue">置顶</Tag>}
          {mustRead && <Tag color="red">必读</Tag>}
          {title}
        </span>
      ),
    },
    { title: "范围", dataIndex: "audience", width: 110, render: (_value, row) => audienceText(row) },
    { title: "状态", dataIndex: "status", width: 80, render: (_value, row) => <State of={row} /> },
    { title: "发布时间", dataIndex: "publishAt", width: 150, render: (_value, row) => showTime(row.publishAt) },
    { title: "失效时间", dataIndex: "expireAt", width: 150, render: (_value, row) => showTime(row.expireAt) },
    { title: "已读", dataIndex: "readCount", width: 60, align: "right" },
    { title: "创建人", dataIndex: "createdByName", width: 90, ellipsis: true },
    {
      title: "操作",
      key: "actions",
      width: 140,
      render: (_value, row) => <RowActions actions={offered(actions, row, may)} row={row} />,
    },
  ];
}

function audienceText({ audience, audienceIds }: Announcement): string {
  const word = announcementAudiences[audience];
  return audience === "ALL" ? word : `${word} ${audienceIds.length} 个`;
}

function State({ of: { status, isWaiting, isExpired } }: { readonly of: Announcement }) {
  if (isWaiting) return <DotText tone="warn" text="待发布" />;
  if (isExpired) return <DotText tone="off" text="已失效" />;
  return <StateTag machine={announcementStates} state={status} tones={{ DRAFT: "neutral", WITHDRAWN: "off" }} />;
}
