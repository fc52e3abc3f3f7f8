import { SwapOutlined } from "@ant-design/icons";
import { getStaffWork, handoverPurposes, handoverStepStates, leaveStaff, StaffHandover } from "@ops/partner/contract";
import {
  DotText,
  Note,
  NotLoaded,
  refreshAround,
  showTime,
  tableColumnsOf,
  useClosing,
  useEndpoint,
} from "@ops/platform/web";
import { Drawer, Progress, Skeleton, Table } from "antd";
import type { StaffDialogProps } from "./staff-dialogs.tsx";
import "./staff.css";

const LOOK_AGAIN_MS = 1000;
const tones = { WAITING: "active", DONE: "good", FAILED: "bad" } as const;

/** Shows the running and past hand-overs of a person. They go on when the dialog is closed. */
export function HandoverResult({ staff, onClose }: StaffDialogProps) {
  const { drawer } = useClosing(() => {
    refreshAround(leaveStaff);
    onClose();
  });
  return (
    <Drawer title={`交接 · ${staff.name}`} size={600} {...drawer}>
      <Handovers staffId={staff.id} />
    </Drawer>
  );
}

export function Handovers({ staffId }: { readonly staffId: string }) {
  const { data, error, refetch } = useEndpoint(
    getStaffWork,
    { params: { id: staffId } },
    { silent: true, background: true, refetchInterval: LOOK_AGAIN_MS * 3 },
  );
  if (error && !data) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { open, handovers } = data;
  const left = open.map(({ label, count }) => `${label} ${count} 项`).join("、");
  return (
    <>
      <div className="staff-line">
        <p>{left ? `名下未结：${left}` : "名下没有未结业务"}</p>
      </div>
      {handovers.length === 0 && <Note icon={<SwapOutlined />} sentence="还没有交接记录" />}
      {handovers.map((handover) => (
        <Handover key={handover.id} handover={handover} />
      ))}
    </>
  );
}

function Handover({ handover }: { readonly handover: StaffHandover }) {
  const { purpose, reason, state, createdByName, createdAt, steps } = handover;
  const over = steps.filter(({ status }) => status !== "WAITING").length;
  const status = state === "RUNNING" ? "active" : state === "PARTLY" ? "exception" : "success";
  return (
    <section className="staff-handover" aria-live="polite">
      <p>
        {handoverPurposes[purpose]} · {createdByName} 于 {showTime(createdAt)} 办理：{reason}
      </p>
      <Progress
        size="small"
        percent={Math.round((over / Math.max(1, steps.length)) * 100)}
        status={status}
        aria-label="交接进度"
      />
      <Table
        rowKey="kind"
        size="small"
        pagination={false}
        dataSource={steps}
        columns={tableColumnsOf(StaffHandover.shape.steps.element, {
          label: true,
          toName: 110,
          count: 70,
          status: {
            width: 220,
            as: ({ status: state, message }) => (
              <span className="staff-account">
                <DotText tone={tones[state]} text={handoverStepStates[state]} />
                {message && <small>{message}</small>}
              </span>
            ),
          },
        })}
      />
    </section>
  );
}
