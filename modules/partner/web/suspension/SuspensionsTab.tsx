import { InboxOutlined } from "@ant-design/icons";
import { listSuspensions, type Suspension } from "@ops/partner/contract";
import { actionColumns, Note, NotLoaded, tableColumnsOf, useDialog, useEndpoint, useMay } from "@ops/platform/web";
import { Skeleton, Table } from "antd";
import { SuspensionDrawer } from "./SuspensionDrawer.tsx";
import { SuspensionTag } from "./SuspensionTag.tsx";
import type { Stoppable } from "./stoppable.ts";
import { useFollow } from "./use-follow.ts";
import "./suspension.css";

const LOOK_AGAIN_MS = 2000;
const running: readonly Suspension["state"][] = ["CONFIRMED", "EXECUTING", "UNDOING"];

/** 暂停记录: every suspension and exit, with the numbers of changed and restored records. */
export function SuspensionsTab({ partner }: { readonly partner: Stoppable }) {
  const may = useMay();
  const opened = useDialog<Suspension>();
  const actions = [
    { label: "复核", when: isToReview, run: opened.open },
    { label: "查看", when: (row: Suspension) => !isToReview(row), run: opened.open },
  ];
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
          ...tableColumnsOf(listSuspensions, {
            kind: true,
            state: { width: 104, as: (row) => <SuspensionTag suspension={row} /> },
            reason: true,
            submittedByName: { title: "提交 / 复核", width: 150, as: people },
            effectiveAt: true,
            items: { title: "处理", width: 88, align: "right", as: ({ items }) => done(items) },
            undoneAt: { title: "恢复", width: 88, align: "right", as: ({ items }) => back(items) },
          }),
          ...actionColumns(actions, may),
        ]}
      />
      {opened.value && <SuspensionDrawer id={opened.value.id} partner={partner} onClose={opened.close} />}
    </>
  );
}

/** The person who handed it in may not decide on it. */
const isToReview = ({ state, isSubmitted, isMine }: Suspension) => state === "DRAFT" && isSubmitted && !isMine;

/** Names the people. An exit has no second person, because nobody reviews it. */
const people = ({ kind, submittedByName, confirmedByName, createdByName }: Suspension) =>
  `${submittedByName ?? createdByName} / ${(kind === "SUSPEND" && confirmedByName) || "-"}`;
const done = ({ all, done: over }: Suspension["items"]) => (all === 0 ? "-" : `${over}/${all}`);
const back = ({ done: all, restored, kept }: Suspension["items"]) =>
  restored + kept === 0 ? "-" : `${restored}/${all}`;
