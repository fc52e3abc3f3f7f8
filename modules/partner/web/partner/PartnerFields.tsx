import {
  checkUscc,
  createPartner,
  editPartner,
  type PartnerDetail,
  partnerKinds,
  partnerStates,
  searchPartners,
} from "@ops/partner/contract";
import {
  type ChoiceControl,
  choicesOf,
  fieldsOf,
  SearchSelect,
  UploadField,
  useEndpoint,
  usePaused,
} from "@ops/platform/web";
import { Alert, Form } from "antd";
import { CitySelect } from "../company/CitySelect.tsx";
import { usePartnerOptions } from "./use-partner-options.ts";

const { TextField, SelectField, MoneyField, DayField, CustomField } = fieldsOf(editPartner);

type Group = PartnerDetail["editable"][number];

interface Props {
  readonly partner: PartnerDetail | null;
  /** What its application needs has a star, although a draft could be saved without it. */
  readonly isSubmitting?: boolean;
}

/** The fields of 新增 and 编辑; those that the state closes are shown and not taken (PT-R19). */
export function PartnerFields({ partner, isSubmitting = false }: Props) {
  const { regions, managers, loading } = usePartnerOptions();
  if (partner?.editable.join() === "CONTACT" && partner.riskTags === null) return <OwnContact partner={partner} />;
  const closed = (group: Group) => partner !== null && !partner.editable.includes(group);
  const isNamed = closed("NAME");
  const needed = isSubmitting || !isHalfDone(partner);
  const region = partner?.regionId ? { value: partner.regionId, label: partner.regionName } : null;
  const manager = partner && { value: partner.managerId, label: partner.managerName };
  return (
    <>
      <TextField name="uscc" required={needed} disabled={isNamed} placeholder="18位，空格与小写会自动整理" />
      <TextField name="fullName" disabled={isNamed} />
      {!isNamed && <UsccHint own={partner?.uscc ?? null} />}
      <TextField name="shortName" required={needed} disabled={isNamed} />
      <SelectField
        name="kinds"
        required={needed}
        multiple
        options={choicesOf(partnerKinds)}
        disabled={closed("KINDS")}
      />
      <SelectField
        name="regionId"
        required={needed}
        options={withOwn(regions, region)}
        loading={loading}
        disabled={isNamed}
      />
      <CustomField name="cityCodes" required={needed} disabled={closed("KINDS")}>
        <CitySelect disabled={closed("KINDS")} />
      </CustomField>
      <SelectField
        name="managerId"
        required={needed}
        hint={partner === null ? "不选则由本人负责" : null}
        options={withOwn(managers, manager)}
        loading={loading}
        disabled={closed("MANAGER")}
      />
      <CustomField name="parentPartnerId">
        <PartnerSelect partner={partner} disabled={closed("MANAGER")} />
      </CustomField>
      <Contact partner={partner} isClosed={closed("CONTACT")} needed={needed} />
      <Registered partner={partner} isClosed={closed("MANAGER")} needed={needed} />
      <TextField name="regAddress" full disabled={closed("CONTACT")} />
      {partner === null && (
        <UploadField
          of={createPartner}
          name="licenseFileIds"
          bizType="partnerQualification"
          max={5}
          extensions={["jpg", "jpeg", "png", "pdf"]}
        />
      )}
    </>
  );
}

/** Only its name is asked for until it is submitted (PT-R3). */
export const isHalfDone = (partner: PartnerDetail | null) =>
  partner === null || partner.state === "DRAFT" || partner.state === "REJECTED";

/** All that the partner's own people may change. */
const OwnContact = ({ partner }: { readonly partner: PartnerDetail }) => (
  <>
    <Contact partner={partner} isClosed={false} needed={!isHalfDone(partner)} />
    <TextField name="regAddress" full />
  </>
);

interface PartProps {
  readonly partner: PartnerDetail | null;
  readonly isClosed: boolean;
  readonly needed: boolean;
}

/** What is sealed stays as it is while nothing is typed. */
function Contact({ partner, isClosed, needed }: PartProps) {
  const phone = partner?.contactPhone ? `${partner.contactPhone}，不修改请留空` : "请输入";
  return (
    <>
      <TextField name="contactName" required={needed} disabled={isClosed} />
      <TextField
        name="contactPhone"
        required={needed && !partner?.contactPhone}
        disabled={isClosed}
        placeholder={phone}
      />
      <TextField name="contactEmail" disabled={isClosed} />
    </>
  );
}

function Registered({ partner, isClosed, needed }: PartProps) {
  const kept = (masked: string | null | undefined) => (masked ? `${masked}，不修改请留空` : "提交前须填写");
  return (
    <>
      <TextField
        name="legalPerson"
        required={needed && !partner?.legalPerson}
        disabled={isClosed}
        placeholder={kept(partner?.legalPerson)}
      />
      <TextField
        name="legalIdNo"
        required={needed && !partner?.legalIdNo}
        disabled={isClosed}
        placeholder={kept(partner?.legalIdNo)}
      />
      <MoneyField name="registeredCapitalFen" disabled={isClosed} />
      <DayField name="foundedOn" disabled={isClosed} />
    </>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What the record has is named even if it is not offered any more. */
function withOwn(choices: readonly Choice[], own: Choice | null): readonly Choice[] {
  return own && !choices.some(({ value }) => value === own.value) ? [...choices, own] : choices;
}

function PartnerSelect({ partner, ...control }: ChoiceControl & { readonly partner: PartnerDetail | null }) {
  const parent = partner?.parent;
  return (
    <SearchSelect
      {...control}
      endpoint={searchPartners}
      inputOf={(query) => ({ query })}
      optionOf={({ id, fullName, partnerNo }) => ({ value: id, label: fullName, detail: partnerNo })}
      known={parent ? [{ value: parent.id, label: parent.fullName }] : []}
      {...(partner ? { except: partner.id } : {})}
      placeholder="没有可不填"
    />
  );
}

/** Checked while it is typed: whether it is right, and whether the company is known (PT-R1, PT-R2). */
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
