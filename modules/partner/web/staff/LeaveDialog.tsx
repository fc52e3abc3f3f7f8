import { getStaffWork, handOverStaff, leaveStaff, type StaffWork } from "@ops/partner/contract";
import { dayOf } from "@ops/platform/contract";
import { FormDialog, serverNow, useEndpoint } from "@ops/platform/web";
import { Alert, Modal, Skeleton } from "antd";
import { useState } from "react";
import { HandoverResult } from "./HandoverResult.tsx";
import { firstReceivers, ReceiversInput } from "./ReceiversInput.tsx";
import type { StaffDialogProps } from "./staff-dialogs.tsx";

/** Loads the open work first, because the form starts with a receiver for each kind of it. */
function useWork({ staff: { id } }: Pick<StaffDialogProps, "staff">) {
  return useEndpoint(getStaffWork, { params: { id } }, { silent: true, staleTime: 0 });
}

function Waiting({ title, error, onClose }: { title: string; error: Error | null; onClose: () => void }) {
  return (
    <Modal open title={title} footer={null} onCancel={onClose}>
      {error ? <Alert type="error" showIcon title={error.message} /> : <Skeleton active paragraph={{ rows: 4 }} />}
    </Modal>
  );
}

/** 离职 (PT-R14): hands all work over and ends the account, in one dialog. */
export function LeaveDialog(props: StaffDialogProps) {
  const title = `办理离职 · ${props.staff.name}`;
  const { data: work, error } = useWork(props);
  const [isBegun, begin] = useState(false);
  if (isBegun) return <HandoverResult staff={props.staff} onClose={props.onClose} />;
  if (!work) return <Waiting title={title} error={error} onClose={props.onClose} />;
  return <LeaveForm {...props} title={title} work={work} onBegun={() => begin(true)} />;
}

interface FormProps extends StaffDialogProps {
  readonly title: string;
  readonly work: StaffWork;
  readonly onBegun: () => void;
}

function LeaveForm({ staff, title, work, onBegun, onClose }: FormProps) {
  const [isDone, setDone] = useState(false);
  const leave = () => (isDone && work.open.length > 0 ? onBegun() : onClose());
  return (
    <FormDialog
      danger
      title={title}
      okText="办理离职"
      endpoint={leaveStaff}
      params={{ id: staff.id }}
      record={{
        receivers: firstReceivers(work),
        leaveOn: dayOf(serverNow()),
        isEmergency: false,
        version: staff.version,
      }}
      refusals={{
        PARTNER_STAFF_OPEN: "receivers",
        PARTNER_STAFF_RECEIVER: "receivers",
        PARTNER_STAFF_LEAVE_ON: "leaveOn",
      }}
      done="已办理！"
      onDone={() => setDone(true)}
      fields={["receivers", "leaveOn", "isEmergency", "reason"]}
      special={{
        receivers: { label: "名下业务交接", required: false, full: true, control: <ReceiversInput work={work} /> },
        isEmergency: { required: false, hint: "先冻结账号，交接可以随后办理" },
      }}
      onClose={leave}
    >
      <Alert
        className="form-full form-alert"
        type="warning"
        showIcon
        title="办理后账号立即冻结；名下业务全部交接完成后关闭账号，名额随之释放。"
      />
    </FormDialog>
  );
}

/** 交接: hands over some or all work of a person, who may also be leaving. */
export function HandoverDialog(props: StaffDialogProps) {
  const title = `交接 · ${props.staff.name}`;
  const { data: work, error } = useWork(props);
  const [isBegun, begin] = useState(false);
  if (isBegun || work?.handovers[0]?.state === "RUNNING") return <HandoverResult {...props} />;
  if (!work) return <Waiting title={title} error={error} onClose={props.onClose} />;
  if (work.open.length === 0) return <HandoverResult {...props} />;
  return <HandoverForm {...props} title={title} work={work} onBegun={() => begin(true)} />;
}

function HandoverForm({ staff, title, work, onBegun, onClose }: FormProps) {
  const [isDone, setDone] = useState(false);
  return (
    <FormDialog
      title={title}
      okText="开始交接"
      endpoint={handOverStaff}
      params={{ id: staff.id }}
      record={{ receivers: firstReceivers(work), version: staff.version }}
      refusals={{ PARTNER_STAFF_RECEIVER: "receivers" }}
      onDone={() => setDone(true)}
      fields={["receivers", "reason"]}
      special={{ receivers: { label: "名下业务", full: true, control: <ReceiversInput work={work} /> } }}
      onClose={() => (isDone ? onBegun() : onClose())}
    />
  );
}
