import { handOverLater, type Offboarding } from "@ops/authority/contract";
import { FormDialog } from "@ops/platform/web";

const refusals = { OFFBOARD_UNFIT: "successorId", OFFBOARD_SUCCESSOR: "successorId" } as const;

interface Props {
  readonly userId: string;
  readonly step: Offboarding["steps"][number];
  readonly onClose: () => void;
}

/** Hands over what stayed with the person who left (AU-R10). */
export function HandOverDialog({ userId, step: { kind, label, open }, onClose }: Props) {
  return (
    <FormDialog
      kind="modal"
      title={`移交${label} ${open} 项`}
      okText="移交"
      endpoint={handOverLater}
      params={{ id: userId }}
      record={{ kind }}
      done="移交成功！"
      refusals={refusals}
      fields={["successorId", "reason"]}
      special={{ successorId: { except: userId } }}
      onClose={onClose}
    />
  );
}
