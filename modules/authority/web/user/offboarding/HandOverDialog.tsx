import { handOverLater, type Offboarding } from "@ops/authority/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";
import { PersonSelect } from "../../person/PersonSelect.tsx";

const { CustomField, TextAreaField } = fieldsOf(handOverLater);

const refusals = { OFFBOARD_UNFIT: "successorId", OFFBOARD_SUCCESSOR: "successorId" } as const;

interface Props {
  readonly userId: string;
  readonly step: Offboarding["steps"][number];
  readonly onClose: () => void;
}

/** Gives to somebody what stayed with the leaver (AU-R10). */
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
      onClose={onClose}
    >
      <CustomField name="successorId">
        <PersonSelect status="ACTIVE" label="接手人" except={userId} />
      </CustomField>
      <TextAreaField name="reason" />
    </FormDialog>
  );
}
