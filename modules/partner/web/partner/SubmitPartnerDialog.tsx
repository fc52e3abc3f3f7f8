import { getPartner, type Partner, type PartnerDetail, submitPartner } from "@ops/partner/contract";
import { FormDialog, useEndpoint } from "@ops/platform/web";
import { useState } from "react";
import { applicationFaults } from "./application-faults.ts";
import { EditPartnerDialog } from "./partner-dialogs.tsx";

interface Props<Of> {
  readonly partner: Of;
  readonly onClose: () => void;
}

/** 提交: asks once more when the application is whole, and opens it at what it lacks when it is not (PT-R3). */
export function SubmitPartnerDialog({ partner: { id }, onClose }: Props<Pick<Partner, "id">>) {
  const { data: partner } = useEndpoint(getPartner, { params: { id } });
  return partner ? <CompleteOrSubmit partner={partner} onClose={onClose} /> : null;
}

/** Decided once: a form that was opened stays until it is closed, also while what it saved comes back. */
function CompleteOrSubmit({ partner, onClose }: Props<PartnerDetail>) {
  const [isWhole] = useState(() => applicationFaults(partner).length === 0);
  if (!isWhole) return <EditPartnerDialog partner={partner} isSubmitting onClose={onClose} />;
  return (
    <FormDialog
      kind="modal"
      title={`提交「${partner.shortName}」的入驻申请？`}
      endpoint={submitPartner}
      params={{ id: partner.id }}
      record={{ version: partner.version }}
      okText="提交"
      done="已提交，等待审核"
      onClose={onClose}
    >
      <p>提交后不能修改，直到审核完成。</p>
    </FormDialog>
  );
}
