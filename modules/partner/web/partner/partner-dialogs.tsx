import { getPartner, type Partner, requestPartnerChange, restrictPartner } from "@ops/partner/contract";
import { FormDialog, useEndpoint } from "@ops/platform/web";
import { Alert } from "antd";
import { PartnerForm } from "./PartnerForm.tsx";

interface Props {
  readonly partner: Pick<Partner, "id">;
  readonly onClose: () => void;
}

/** The rows of the list lack some fields of the form, so the whole record is loaded first. */
export function EditPartnerDialog({ partner: { id }, onClose }: Props) {
  const { data: partner } = useEndpoint(getPartner, { params: { id } });
  return partner ? <PartnerForm partner={partner} onClose={onClose} /> : null;
}

/** 变更名称: after the draft, the legal department decides about a new name (PT-R19). */
export function RequestChangeDialog({ partner, onClose }: Props & { readonly partner: Partner }) {
  const { id, fullName, shortName, uscc } = partner;
  return (
    <FormDialog
      kind="modal"
      title={`申请变更名称 · ${shortName}`}
      endpoint={requestPartnerChange}
      params={{ id }}
      record={{ fullName, shortName, uscc }}
      refusals={{ PARTNER_USCC: "uscc", PARTNER_USCC_DUP: "uscc", PARTNER_NAME_DUP: "fullName" }}
      okText="提交申请"
      done="已提交，等待法务审核"
      fields={["fullName", "shortName", "uscc", "reason"]}
      onClose={onClose}
    >
      <Alert className="form-alert" type="info" showIcon title="审核通过后，公司名称、信用代码与组织名称一并更新。" />
    </FormDialog>
  );
}

/** 调低权限: restricts what the contract allows, at once and with a reason (PT-R19). */
export function RestrictDialog({ partner: { id }, onClose }: Props) {
  const { data: partner } = useEndpoint(getPartner, { params: { id } });
  if (!partner) return null;
  const flagsOff = partner.flagsOff.filter(({ source }) => source === "HQ").map(({ flag }) => flag);
  return (
    <FormDialog
      kind="modal"
      title={`调低权限 · ${partner.shortName}`}
      endpoint={restrictPartner}
      params={{ id }}
      record={{ accountLimit: partner.accountLimitCap, flagsOff, version: partner.version }}
      okText="确定"
      done="已生效！"
      fields={["accountLimit", "flagsOff", "reason"]}
      special={{ accountLimit: { unit: "个" } }}
      onClose={onClose}
    >
      <Alert
        className="form-alert"
        type="warning"
        showIcon
        title="立即生效，只能低于合同约定；留空并清空开关则恢复为合同约定。"
      />
    </FormDialog>
  );
}
