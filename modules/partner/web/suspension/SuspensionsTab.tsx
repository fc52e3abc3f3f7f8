import { InboxOutlined } from "@ant-design/icons";
import { listSuspensions, type Suspension, suspensionKinds } from "@ops/partner/contract";
import { Note, NotLoaded, showTime, useDialog, useEndpoint } from "@ops/platform/web";
import { Skeleton, Table } from "antd";
import { SuspensionDrawer } from "./SuspensionDrawer.tsx";
import { SuspensionTag } from "./SuspensionTag.tsx";
import type { Stoppable } from "./stoppable.ts";
import { useFollow } from "./use-follow.ts";
import "./suspension.css";

const LOOK_AGAIN_MS = 2000;
const running: readonly Suspension["state"][] = ["CONFIRMED", "EXECUTING", "UNDOING"];

/** 暂停记录 of the drawer: every suspension and exit with what it touched and what came back. */
export function SuspensionsTab({ partner }: { readonly partner: Stoppable }) {
  const opened = useDialog<Suspension>();
  const input = { params: { id: partner.id } };
  const first = useEndpoint(listSuspensions, input, { silent: true });
  const isRunning = (first.data ?? []).some(({ state }) => running.includes(state));
  useEndpoint(listSuspensions, input, {
    silent: true,
    background: true,
    refetchInterval: isRunning ? LOOK_AGAIN_MS : false,
  });
  useFollow(first.data?.map(({ state }) => state).join());
  if (first.isPending) return <Skeleton active title={false} />;
  if (first.error && !first.data) {
    return <NotLoaded reason={first.error.message} onRetry={() => void first.refetch()} />;
  }
  const rows = first.data ?? [];
  if (rows.length === 0) return <Note icon={<InboxOutlined />} sentence="没有暂停或清退记录" />;
  return (
    <>
      <Table
        rowKey="id"
        size="small"
        className="tabular"
        pagination={false}
        dataSource={rows}
        onRow={(row) => ({ onDoubleClick: () => opened.open(row) })}
        columns={[
          { title: "类型", key: "kind", width: 60, render: (_, { kind }) => suspensionKinds[kind] },
          { title: "状态", key: "state", width: 104, render: (_, row) => <SuspensionTag suspension={row} /> },
          { title: "原因", dataIndex: "reason", ellipsis: true },
          { title: "提交 / 复核", key: "people", width: 150, ellipsis: true, render: (_, row) => people(row) },
          {
            title: "生效时间",
            key: "at",
            width: 152,
            render: (_, { effectiveAt }) => (effectiveAt ? showTime(effectiveAt) : "-"),
          },
          { title: "处理", key: "items", width: 88, align: "right", render: (_, { items }) => done(items) },
          { title: "恢复", key: "back", width: 88, align: "right", render: (_, { items }) => back(items) },
          { title: "操作", key: "open", width: 72, render: (_, row) => <Open row={row} onOpen={opened.open} /> },
        ]}
      />
      {opened.value && <SuspensionDrawer id={opened.value.id} partner={partner} onClose={opened.close} />}
    </>
  );
}

function Open({ row, onOpen }: { readonly row: Suspension; readonly onOpen: (row: Suspension) => void }) {
  const waits = row.state === "DRAFT" && row.isSubmitted && !row.isMine;
  return (
    <button type="button" className="text-button" onClick={() => onOpen(row)}>
      {waits ? "复核" : "查看"}
    </button>
  );
}

/** An exit asks for one person: nobody reviews it. */
const people = ({ kind, submittedByName, confirmedByName, createdByName }: Suspension) =>
  `${submittedByName ?? createdByName} / ${(kind === "SUSPEND" && confirmedByName) || "-"}`;
const done = ({ all, done: over }: Suspension["items"]) => (all === 0 ? "-" : `${over}/${all}`);
const back = ({ done: all, restored, kept }: Suspension["items"]) =>
  restored + kept === 0 ? "-" : `${restored}/${all}`;
