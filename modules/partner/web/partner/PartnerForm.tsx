import { checkUscc, createPartner, editPartner, type PartnerDetail, partnerStates } from "@ops/partner/contract";
import { SCAN_FILES } from "@ops/platform/contract";
import { feedback, RecordForm, UploadField, useEndpoint, usePaused } from "@ops/platform/web";
import { Alert, Form } from "antd";
import { partnerName } from "../company/partner-name.ts";
import { ApplicationFaults, savedText } from "./ApplicationFaults.tsx";

interface Props {
  /** The one to edit, or null for a new one. */
  readonly partner: PartnerDetail | null;
  /** Fields that the application still lacks show their fault and a star, although a draft could be saved without them. */
  readonly isSubmitting?: boolean;
  readonly onCreated?: (partner: PartnerDetail) => void;
  readonly onClose: () => void;
}

/** 新增 and 编辑 of a partner. */
export function PartnerForm({ partner, isSubmitting = false, ...on }: Props) {
  const { fields, special } = partnerFields(partner, isSubmitting);
  const name = partner ? partnerName(partner) : undefined;
  return (
    <RecordForm
      entity="合作伙伴"
      create={createPartner}
      edit={editPartner}
      record={partner}
      name={name}
      {...(isSubmitting ? { title: `补全入驻申请 · ${name}` } : {})}
      kind="drawer"
      width={760}
      start={{ kinds: [], cityCodes: [], licenseFileIds: [] }}
      stored={{ parentPartnerId: partner?.parent?.id ?? null }}
      fields={fields}
      special={special}
      refusals={{
        PARTNER_USCC: "uscc",
        PARTNER_USCC_DUP: "uscc",
        PARTNER_NAME_DUP: "fullName",
        PARTNER_REGION: "regionId",
        PARTNER_MANAGER: "managerId",
        PARTNER_CITY: "cityCodes",
        PARTNER_CYCLE: "parentPartnerId",
      }}
      okText={isHalfDone(partner) ? "保存草稿" : "保存"}
      done={["已保存草稿，请继续上传资质后提交", ""]}
      onEdited={(saved) => feedback.message.success(isSubmitting ? savedText(saved) : "修改成功！")}
      {...on}
    >
      {!partner && (
        <Alert
          className="form-alert form-full"
          type="info"
          showIcon
          title="填写公司全称即可保存草稿，其余内容可以稍后补充；提交时会逐项提示还没有填写的内容。"
        />
      )}
      {partner && isSubmitting && <ApplicationFaults partner={partner} />}
    </RecordForm>
  );
}

const contactFields = ["contactName", "contactPhone", "contactEmail"] as const;
const allFields = [
  "uscc",
  "fullName",
  "shortName",
  "kinds",
  "regionId",
  "cityCodes",
  "managerId",
  "parentPartnerId",
  ...contactFields,
  "legalPerson",
  "legalIdNo",
  "registeredCapitalFen",
  "foundedOn",
  "regAddress",
  "licenseFileIds",
] as const;
/** The fields that the partner's own people may change. */
const ownFields = [...contactFields, "regAddress"] as const;

/**
 * Fields that the state closes are shown but not editable (PT-R19). Sealed fields keep their value while nothing is
 * typed.
 */
function partnerFields(partner: PartnerDetail | null, isSubmitting: boolean) {
  const closed = (group: PartnerDetail["editable"][number]) => partner !== null && !partner.editable.includes(group);
  const [isNamed, kinds, manager, contact] = [closed("NAME"), closed("KINDS"), closed("MANAGER"), closed("CONTACT")];
  const isOwn = partner?.editable.join() === "CONTACT" && partner.riskTags === null;
  const required = isSubmitting || !isHalfDone(partner);
  const { cities = [], parent = null } = partner ?? {};
  const sealed = (masked: string | null | undefined, disabled: boolean) => ({
    required: required && !masked,
    disabled,
  });
  const asked = { placeholder: "提交前须填写" };
  return {
    fields: isOwn ? ownFields : allFields,
    special: {
      uscc: { required, disabled: isNamed, placeholder: "18位，空格与小写会自动整理" },
      fullName: { disabled: isNamed, after: !isNamed && <UsccHint own={partner?.uscc ?? null} /> },
      shortName: { required, disabled: isNamed },
      kinds: { required, disabled: kinds },
      regionId: { required, disabled: isNamed },
      cityCodes: { required, disabled: kinds, known: cities.map(({ code, name }) => ({ value: code, label: name })) },
      managerId: { required, hint: partner === null ? "不选则由本人负责" : null, disabled: manager },
      parentPartnerId: {
        disabled: manager,
        placeholder: "没有可不填",
        known: parent ? [{ value: parent.id, label: parent.fullName }] : [],
        ...(partner ? { except: partner.id } : {}),
      },
      contactName: { required, disabled: contact },
      contactPhone: sealed(partner?.contactPhone, contact),
      contactEmail: { disabled: contact },
      legalPerson: { ...(partner?.legalPerson ? {} : asked), ...sealed(partner?.legalPerson, manager) },
      legalIdNo: { ...(partner?.legalIdNo ? {} : asked), ...sealed(partner?.legalIdNo, manager) },
      registeredCapitalFen: { disabled: manager },
      foundedOn: { disabled: manager },
      regAddress: { rows: 1, full: true, disabled: contact },
      licenseFileIds: (
        <UploadField
          of={createPartner}
          name="licenseFileIds"
          bizType="partnerQualification"
          max={5}
          extensions={SCAN_FILES}
        />
      ),
    },
  };
}

/** Tells whether only the name is required yet, as before the submission (PT-R3). */
const isHalfDone = (partner: PartnerDetail | null) =>
  partner === null || partner.state === "DRAFT" || partner.state === "REJECTED";

/** Checks the code while somebody types: whether it is valid and whether the company is known already (PT-R1, PT-R2). */
function UsccHint({ own }: { readonly own: string | null }) {
  const typed: unknown = Form.useWatch("uscc");
  const uscc = usePaused(typeof typed === "string" ? typed.replace(/\s/g, "").toUpperCase() : "");
  const isAsked = uscc.length === 18 && uscc !== own;
  const { data } = useEndpoint(checkUscc, { query: { uscc } }, { enabled: isAsked, silent: true, background: true });
  if (!isAsked || !data) return null;
  const { isValid, taken, prior } = data;
  if (!isValid) return <Hint type="error" text="统一社会信用代码校验失败" />;
  if (taken)
    return <Hint type="error" text={`该公司已存在（${taken.partnerNo} ${partnerStates.label(taken.state)}）`} />;
  if (prior)
    return <Hint type="warning" text={`曾合作（${prior.partnerNo}），终止原因：${prior.reason ?? "未说明"}`} />;
  return <Hint type="success" text="信用代码有效，未发现重复" />;
}

function Hint({ type, text }: { readonly type: "error" | "warning" | "success"; readonly text: string }) {
  return <Alert className="partner-hint" type={type} showIcon title={text} />;
}
