import {
  type Approval,
  type ApprovalBox,
  type ApprovalVerdict,
  approvalBoxes,
  approvalStates,
  approvalVerdicts,
  listApprovalKinds,
  listApprovals,
  listFlowLevels,
  todoTopic,
} from "@ops/platform/contract";
import { Button, Checkbox, Drawer, Select, Tabs } from "antd";
import { type ReactNode, useState } from "react";
import { useEndpoint } from "../call/use-query.ts";
import { writeOpened } from "../detail/opened-address.ts";
import { useClosing } from "../dialog/use-closing.ts";
import { DotText } from "../dict/StateTag.tsx";
import type { Tone } from "../dict/tones.ts";
import { choicesOf } from "../form/input/choices.ts";
import type { PageAction } from "../list/action/actions.ts";
import type { Column } from "../list/column/columns.ts";
import { showTime } from "../list/column/show-value.ts";
import { PagedTable } from "../list/PagedTable.tsx";
import { usePaged } from "../list/use-paged.ts";
import { useTopic } from "../live/topics.ts";
import { useMay } from "../session/use-session.ts";
import { goTo } from "../shell/navigator.ts";
import { partsOf } from "../shell/page/lazy-parts.tsx";
import { DecideDialog } from "./DecideDialog.tsx";
import { FlowLevels } from "./FlowLevels.tsx";
import { mayChoose } from "./selection.ts";
import "./approval.css";

const DelegationDialog = partsOf(() => import("./DelegationDialog.tsx")).overlay("DelegationDialog");

const UNMANNED = "UNMANNED";

interface Props {
  /** One of the three boxes, or UNMANNED; anything else shows the first. */
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  readonly onClose: () => void;
}

const boxes: readonly ApprovalBox[] = ["WAITING", "SENT", "DONE"];

/** 待我审批: requests of all kinds that the reader can decide, with 我发起的 and 已办 beside them (PF-R117). */
export function ApprovalDrawer({ tab, onTab, onClose }: Props) {
  const may = useMay();
  const { drawer } = useClosing(onClose);
  const [isLending, setLending] = useState(false);
  const shown: { key: string; label: string; children: ReactNode }[] = [
    ...boxes.map((key) => ({ key, label: approvalBoxes[key], children: <Box box={key} /> })),
    ...(may(listFlowLevels) ? [unmanned] : []),
  ];
  return (
    <Drawer
      title="审批"
      className="approvals"
      size={1120}
      {...drawer}
      extra={<Button onClick={() => setLending(true)}>审批委托</Button>}
    >
      <Tabs
        activeKey={shown.find(({ key }) => key === tab)?.key ?? "WAITING"}
        onChange={onTab}
        destroyOnHidden
        items={shown}
      />
      {isLending && <DelegationDialog onClose={() => setLending(false)} />}
    </Drawer>
  );
}

/** For those who look after the flows (PF-R118). */
const unmanned = { key: UNMANNED, label: "无人可审", children: <FlowLevels /> };

const empty: Readonly<Record<ApprovalBox, string>> = {
  WAITING: "没有待您审批的申请",
  SENT: "您还没有发起过申请",
  DONE: "您还没有审批过申请",
};

function Box({ box }: { readonly box: ApprovalBox }) {
  const [kind, setKind] = useState("");
  const [isOverdue, setOverdue] = useState(false);
  const [chosenIds, setChosenIds] = useState<readonly string[]>([]);
  const [isDeciding, setDeciding] = useState(false);
  const filters = { box, kind, isOverdue: isOverdue ? "true" : "" };
  const paged = usePaged(listApprovals, { filters, pageSize: 20 });
  useTopic(todoTopic, (cards) => {
    if (cards === "all" || cards.includes("platform.approval")) paged.refresh();
  });
  const kinds = useEndpoint(listApprovalKinds, {}, { silent: true }).data ?? [];
  const isTodo = box === "WAITING";
  const chosen = paged.rows.filter(({ id }) => chosenIds.includes(id));
  return (
    <>
      <search className="approval-filters">
        <Select
          allowClear
          placeholder="全部类型"
          aria-label="按类型筛选"
          value={kind || null}
          options={choicesOf(Object.fromEntries(kinds.map((one) => [one.kind, one.label])))}
          onChange={(next?: string) => setKind(next ?? "")}
        />
        {box !== "DONE" && (
          <Checkbox checked={isOverdue} onChange={({ target }) => setOverdue(target.checked)}>
            只看超时
          </Checkbox>
        )}
        {chosen.length > 0 && (
          <Button type="primary" onClick={() => setDeciding(true)}>
            通过所选 {chosen.length} 条
          </Button>
        )}
      </search>
      <PagedTable
        of={paged}
        columns={isTodo ? waitingColumns : pastColumns}
        rowActions={isTodo ? verdicts.map(verdictAction) : []}
        empty={empty[box]}
        unit="条申请"
        {...(isTodo && paged.rows.some(({ mostTogether }) => mostTogether > 1)
          ? { rowSelection: selectionOf(chosen, setChosenIds) }
          : {})}
      />
      {isDeciding && (
        <DecideDialog
          approvals={chosen}
          verdict="APPROVE"
          onDone={() => setChosenIds([])}
          onClose={() => setDeciding(false)}
        />
      )}
    </>
  );
}

function selectionOf(chosen: readonly Approval[], onChange: (ids: readonly string[]) => void) {
  return {
    hideSelectAll: true,
    selectedRowKeys: chosen.map(({ id }) => id),
    onChange: (_keys: unknown, rows: Approval[]) => onChange(rows.map(({ id }) => id)),
    getCheckboxProps: (row: Approval) => ({ disabled: !mayChoose(row, chosen), "aria-label": `选择${row.title}` }),
  };
}

const verdicts: readonly ApprovalVerdict[] = ["APPROVE", "RETURN", "REJECT"];

function verdictAction(verdict: ApprovalVerdict): PageAction<Approval> {
  return {
    label: approvalVerdicts[verdict],
    when: ({ calls }) => calls.some((call) => call.verdict === verdict),
    ask: (approval, onClose) => <DecideDialog approvals={[approval]} verdict={verdict} onClose={onClose} />,
  };
}

const tones: Readonly<Record<Approval["state"], Tone>> = {
  OPEN: "active",
  APPROVED: "good",
  REJECTED: "bad",
  RETURNED: "warn",
  WITHDRAWN: "off",
};

const about: readonly Column<typeof listApprovals>[] = [
  { show: "title", as: (approval) => <Named approval={approval} /> },
  { show: "kindLabel", width: 90 },
  { show: "applicantName", width: 90 },
  { show: "organizationName", width: 130 },
];

const waitingColumns: readonly Column<typeof listApprovals>[] = [
  ...about,
  { show: "levelLabel", width: 110, as: (approval) => levelOf(approval) },
  { show: "waitingSince", width: 130, as: ({ waitingSince }) => showTime(waitingSince).slice(0, 16) },
  { show: "dueAt", width: 130, as: (approval) => <Due approval={approval} /> },
];

const pastColumns: readonly Column<typeof listApprovals>[] = [
  ...about,
  { show: "appliedAt", width: 130, as: ({ appliedAt }) => showTime(appliedAt).slice(0, 16) },
  { show: "state", width: 90, as: ({ state }) => <DotText tone={tones[state]} text={approvalStates[state]} /> },
  { show: "levelLabel", width: 110, as: (approval) => (approval.state === "OPEN" ? levelOf(approval) : "-") },
];

function levelOf({ levelLabel, levelNo, levelCount }: Approval): string {
  return levelCount > 1 ? `${levelLabel}（${levelNo}/${levelCount}）` : levelLabel;
}

/** Opens the record over the page, in place. */
function Named({ approval: { title, bizNo, bizId, overlay, facts } }: { readonly approval: Approval }) {
  const open = () => {
    const [path = "/home", search = ""] = window.location.hash.slice(1).split("?");
    goTo(`${path}${writeOpened(search, overlay, bizId)}`);
  };
  return (
    <span className="approval-named" title={facts.map(({ label, text }) => `${label}：${text}`).join("\n")}>
      <button type="button" className="plain-button approval-title" onClick={open}>
        {title}
      </button>
      <small>{bizNo}</small>
    </span>
  );
}

function Due({ approval: { dueAt, isOverdue } }: { readonly approval: Approval }) {
  if (dueAt === null) return "-";
  const text = showTime(dueAt).slice(0, 16);
  if (!isOverdue) return text;
  return (
    <span className="approval-overdue">
      {text}
      <small>已超时</small>
    </span>
  );
}
