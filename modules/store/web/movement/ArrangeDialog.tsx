import { FormDialog, FreshDialog, useFresh } from "@ops/platform/web";
import { arrangeHandover, getMovement, type Movement } from "@ops/store/contract";
import { SuccessorsInput, successorOptions } from "./SuccessorsInput.tsx";
import { useStaffWork } from "./use-staff-work.ts";

interface Props {
  readonly movement: Movement;
  readonly onClose: () => void;
}

/** 调整交接: other successors, as long as the work is still with the person. */
export function ArrangeDialog({ movement: { id, staffId, staffName }, onClose }: Props) {
  const work = useStaffWork(staffId);
  const movement = useFresh(getMovement, { params: { id } });
  if (!movement.data || work.isPending) return <FreshDialog of={[movement]} title="调整交接" onClose={onClose} />;
  const { version, defaultSuccessorId, handovers } = movement.data;
  const isOpen = (kind: string) => work.data?.open.some((one) => one.kind === kind) ?? true;
  const successors = handovers.flatMap(({ kind, toUserId, state }) =>
    toUserId && state !== "DONE" && isOpen(kind) ? [{ kind, toUserId }] : [],
  );
  return (
    <FormDialog
      title={`调整交接 · ${staffName}`}
      endpoint={arrangeHandover}
      params={{ id }}
      record={{ successors, defaultSuccessorId, version }}
      refusals={{ STORE_HANDOVER_PENDING: "successors", STORE_SUCCESSOR: "successors" }}
      done="已保存！"
      fields={["successors", "defaultSuccessorId"]}
      special={{
        successors: { label: "名下业务交接", required: false, full: true, control: <SuccessorsInput work={work} /> },
        defaultSuccessorId: { required: false, options: successorOptions(work.data) },
      }}
      onClose={onClose}
    />
  );
}
