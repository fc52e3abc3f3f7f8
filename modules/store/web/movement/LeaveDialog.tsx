import { dayOf } from "@ops/platform/contract";
import { FormDialog, serverNow } from "@ops/platform/web";
import { createMovement, type Staff } from "@ops/store/contract";
import { Alert } from "antd";
import { MovementFiles } from "./MovementFiles.tsx";
import { SuccessorsInput, successorOptions } from "./SuccessorsInput.tsx";
import { useStaffWork } from "./use-staff-work.ts";

interface Props {
  readonly staff: Staff;
  readonly onClose: () => void;
}

/** 离职: the last day, why, and who takes over what is open (5.2). */
export function LeaveDialog({ staff: { id, name }, onClose }: Props) {
  const work = useStaffWork(id);
  return (
    <FormDialog
      danger
      title={`离职 · ${name}`}
      okText="提交审批"
      endpoint={createMovement}
      record={{ staffId: id, kind: "LEAVE", effectiveDate: dayOf(serverNow()), successors: [] }}
      refusals={{ STORE_HANDOVER_PENDING: "successors", STORE_SUCCESSOR: "successors" }}
      done="已提交审批！"
      fields={[
        "leaveType",
        "effectiveDate",
        "successors",
        "defaultSuccessorId",
        "isUrgent",
        "isRestricted",
        "reason",
        "fileIds",
      ]}
      special={{
        leaveType: { required: true },
        effectiveDate: { label: "离职日期", hint: "最后工作日，当天24:00冻结账号" },
        successors: { label: "名下业务交接", required: false, full: true, control: <SuccessorsInput work={work} /> },
        defaultSuccessorId: {
          required: false,
          options: successorOptions(work.data),
          hint: "接手未指定的和以后新增的事项",
        },
        isUrgent: { required: false, hint: "提交后立即冻结账号" },
        isRestricted: { required: false, hint: "离职后任何门店和伙伴都不能再录入" },
        reason: { full: true },
        fileIds: <MovementFiles />,
      }}
      onClose={onClose}
    >
      <Alert className="form-full form-alert" type="warning" showIcon title="审批通过并交接完成后关闭账号。" />
    </FormDialog>
  );
}
