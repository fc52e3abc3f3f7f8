import {
  createPartner,
  editPartner,
  getPartner,
  type Partner,
  type PartnerDetail,
  partnerFlags,
  requestPartnerChange,
  restrictPartner,
} from "@ops/partner/contract";
import { choicesOf, FormDialog, feedback, fieldsOf, useEndpoint } from "@ops/platform/web";
import { Alert } from "antd";
import { partnerName } from "../company/partner-name.ts";
import { ApplicationFaults, savedText } from "./application-faults.ts";
import { isHalfDone, PartnerFields } from "./PartnerFields.tsx";

/** What is wrong with one field is told beside it. */
const refusals = {
  PARTNER_USCC: "uscc",
  PARTNER_USCC_DUP: "uscc",
  PARTNER_NAME_DUP: "fullName",
  PARTNER_REGION: "regionId",
  PARTNER_MANAGER: "managerId",
  PARTNER_CITY: "cityCodes",
} as const;

interface CreateProps {
  readonly onDone: (partner: PartnerDetail) => void;
  readonly onClose: () => void;
}

export function CreatePartnerDialog({ onDone, onClose }: CreateProps) {
  return (
    <FormDialog
      title="新增合作伙伴"
      width={760}
      endpoint={createPartner}
      record={{ kinds: [], cityCodes: [], licenseFileIds: [] }}
      refusals={refusals}
      okText="保存草稿"
      done="已保存草稿，请继续上传资质后提交"
      onDone={onDone}
      onClose={onClose}
    >
      <Alert
        className="form-alert form-full"
        type="info"
        showIcon
        title="填写公司全称即可保存草稿，其余内容可以稍后补充；提交时会逐项提示还没有填写的内容。"
      />
      <PartnerFields partner={null} />
    </FormDialog>
  );
}

interface Props {
  readonly partner: Pick<Partner, "id">;
  readonly onClose: () => void;
}

/** 编辑; `isSubmitting`: what its application still lacks is told beside each field. */
export function EditPartnerDialog({
  partner: { id },
  isSubmitting = false,
  onClose,
}: Props & { readonly isSubmitting?: boolean }) {
  const { data: partner } = useEndpoint(getPartner, { params: { id } });
  if (!partner) return null;
  const { legalPerson: _person, legalIdNo: _idNo, contactPhone: _phone, parent, ...known } = partner;
  return (
    <FormDialog
      title={`${isSubmitting ? "补全入驻申请" : "编辑合作伙伴"} · ${partnerName(partner)}`}
      width={760}
      endpoint={editPartner}
      params={{ id }}
      record={{ ...known, parentPartnerId: parent?.id ?? null, legalPerson: null, legalIdNo: null, contactPhone: null }}
      refusals={{ ...refusals, PARTNER_CYCLE: "parentPartnerId" }}
      okText={isHalfDone(partner) ? "保存草稿" : "保存"}
      onDone={(saved) => feedback.message.success(isSubmitting ? savedText(saved) : "修改成功！")}
      onClose={onClose}
    >
      <PartnerFields partner={partner} isSubmitting={isSubmitting} />
      {isSubmitting && <ApplicationFaults partner={partner} />}
    </FormDialog>
  );
}

const names = fieldsOf(requestPartnerChange);

/** 变更名称: of a company under way, the legal department decides (PT-R19). */
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
      onClose={onClose}
    >
      <Alert className="form-alert" type="info" showIcon title="审核通过后，公司名称、信用代码与组织名称一并更新。" />
      <names.TextField name="fullName" />
      <names.TextField name="shortName" />
      <names.TextField name="uscc" />
      <names.TextAreaField name="reason" />
    </FormDialog>
  );
}

const limits = fieldsOf(restrictPartner);

/** 调低权限: below what the contract gives, at once and with a reason (PT-R19). */
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
      onClose={onClose}
    >
      <Alert
        className="form-alert"
        type="warning"
        showIcon
        title="立即生效，只能低于合同约定；留空并清空开关则恢复为合同约定。"
      />
      <limits.NumberField name="accountLimit" unit="个" min={0} />
      <limits.SelectField name="flagsOff" multiple options={choicesOf(partnerFlags)} />
      <limits.TextAreaField name="reason" />
    </FormDialog>
  );
}
