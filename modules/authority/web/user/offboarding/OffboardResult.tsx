import { InboxOutlined } from "@ant-design/icons";
import {
  getOffboarding,
  getUser,
  handOverLater,
  listMemberships,
  type Offboarding,
  OffboardingStep,
  offboardStepStates,
  type User,
} from "@ops/authority/contract";
import {
  DotText,
  Note,
  NotLoaded,
  PlainTable,
  queryClient,
  queryKeyOf,
  showTime,
  tableColumnsOf,
  useClosing,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { Button, Drawer, Progress, Skeleton } from "antd";
import { useState } from "react";
import { HandOverDialog } from "./HandOverDialog.tsx";
import "../user.css";

interface Props {
  readonly user: User;
  /** The answer of the call that began the off-boarding; without it the latest one is loaded. */
  readonly begun?: Offboarding;
  readonly onClose: () => void;
}

const tones = { WAITING: "active", DONE: "good", KEPT: "off", FAILED: "bad" } as const;
const LOOK_AGAIN_MS = 1000;

/** Shows progress and results of the off-boarding line by line. The off-boarding goes on when the drawer is closed. */
export function OffboardResult({ user, begun, onClose }: Props) {
  const [running, setRunning] = useState(begun?.status === "RUNNING");
  const answer = useEndpoint(
    getOffboarding,
    { params: { id: user.id } },
    { silent: true, background: true, refetchInterval: running ? LOOK_AGAIN_MS : false },
  );
  const shown = answer.data ?? begun ?? null;
  const isRunning = shown?.status === "RUNNING";
  if (isRunning !== running) setRunning(isRunning);
  const { close, drawer } = useClosing(() => {
    for (const stale of [getUser, listMemberships]) {
      void queryClient.invalidateQueries({ queryKey: queryKeyOf(stale) });
    }
    onClose();
  });

  return (
    <Drawer
      title={`离职结果 · ${user.userName}`}
      size={600}
      {...drawer}
      footer={
        <div className="form-footer">
          <Button type="primary" onClick={close}>
            关闭
          </Button>
        </div>
      }
    >
      {shown && <Result offboarding={shown} />}
      {!shown && answer.isPending && <Skeleton active />}
      {!shown && answer.error && <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />}
      {!shown && answer.data === null && <Note icon={<InboxOutlined />} sentence="没有离职办理记录" />}
    </Drawer>
  );
}

function Outcome({ step: { status, count } }: { readonly step: Offboarding["steps"][number] }) {
  if (count === 0 && status !== "WAITING") return <DotText tone="off" text="无需处理" />;
  return <DotText tone={tones[status]} text={offboardStepStates[status]} />;
}

function Result({ offboarding }: { readonly offboarding: Offboarding }) {
  const { steps, status, createdByName, createdAt, finishedAt, reason } = offboarding;
  const over = steps.filter((step) => step.status !== "WAITING").length;
  const handing = useDialog<Offboarding["steps"][number]>();
  const may = useMay();
  const failed = steps.some((step) => step.status === "FAILED");
  return (
    <div className="offboard-result" aria-live="polite">
      <Progress
        percent={Math.round((over / steps.length) * 100)}
        status={status === "RUNNING" ? "active" : failed ? "exception" : "success"}
        aria-label="离职处理进度"
      />
      <p>
        {createdByName} 于 {showTime(createdAt)} 办理{finishedAt ? `，${showTime(finishedAt)} 完成` : "，正在处理"}。
        {reason}
      </p>
      <PlainTable
        rowKey="kind"
        rows={steps}
        columns={tableColumnsOf(OffboardingStep, {
          label: { wraps: true },
          count: 70,
          successorName: 110,
          status: {
            width: 200,
            wraps: true,
            as: (step) => (
              <span className="offboard-outcome">
                <Outcome step={step} />
                {step.message && <small>{step.message}</small>}
                {step.open > 0 && may(handOverLater) && (
                  <Button type="link" size="small" onClick={() => handing.open(step)}>
                    移交
                  </Button>
                )}
              </span>
            ),
          },
        })}
      />
      {handing.value && <HandOverDialog userId={offboarding.userId} step={handing.value} onClose={handing.close} />}
    </div>
  );
}
