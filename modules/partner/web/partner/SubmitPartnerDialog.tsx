import { getPartner, type Partner, type PartnerDetail, submitPartner } from "@ops/partner/contract";
import { FormDialog, useEndpoint } from "@ops/platform/web";
import { useState } from "react";
import { applicationFaults } from "./ApplicationFaults.tsx";
import { PartnerForm } from "./PartnerForm.tsx";

interface Props<Of> {
  readonly partner: Of;
  readonly onClose: () => void;
}

/** 提交: asks for confirmation if the application is complete; otherwise opens the form and shows what is missing (PT-R3). */
export function SubmitPartnerDialog({ partner: { id }, onClose }: Props<Pick<Partner, "id">>) {
  const { data: partner } = useEndpoint(getPartner, { params: { id } });
  return partner ? <CompleteOrSubmit partner={partner} onClose={onClose} /> : null;
}

/**
 * This is decided once, so that an opened form stays until it is closed, even when its own save makes the application
 * complete.
 */
function CompleteOrSubmit({ partner, onClose }: Props<PartnerDetail>) {
  const [isWhole] = useState(() => applicationFaults(partner).length === 0);
  if (!isWhole) return <PartnerForm partner={partner} isSubmitting onClose={onClose} />;
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
