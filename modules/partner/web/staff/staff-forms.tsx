import { createStaff, editStaff, type Staff, type StaffDetail, staffContractTypes } from "@ops/partner/contract";
import { choicesOf, FormDialog, fieldsOf } from "@ops/platform/web";
import { Form } from "antd";
import { useEffect } from "react";
import { usePartnerChoices, usePlaceChoices } from "./use-staff-choices.ts";

const made = fieldsOf(createStaff);
const edited = fieldsOf(editStaff);

/** What is wrong with one field is told beside it. */
const refusals = {
  PARTNER_STAFF_PHONE: "phone",
  PARTNER_STAFF_EMPLOYEE: "phone",
  PARTNER_STAFF_ID_NO: "idNo",
  PARTNER_STAFF_FIXED: "idNo",
  PARTNER_ROLE: "roleIds",
} as const;

interface CreateProps {
  /** Of whom somebody is added; chosen in the form without it. */
  readonly partnerId?: string;
  readonly onDone?: (staff: StaffDetail) => void;
  readonly onClose: () => void;
}

export function CreateStaffDialog({ partnerId, onDone, onClose }: CreateProps) {
  return (
    <FormDialog
      title="新增伙伴员工"
      endpoint={createStaff}
      record={{ contractType: "FULL", roleIds: [], ...(partnerId ? { partnerId } : {}) }}
      refusals={{ ...refusals, PARTNER_STAFF_STORE: "storeId", PARTNER_STAFF_STORE_NEEDED: "storeId" }}
      done="已提交，等待审核！"
      onClose={onClose}
      {...(onDone ? { onDone } : {})}
    >
      <PartnerAndStore />
      <made.TextField name="name" />
      <made.TextField name="phone" />
      <made.TextField name="idNo" />
      <made.DictField name="positionCode" />
      <made.DayField name="joinOn" />
      <made.SelectField name="contractType" options={choicesOf(staffContractTypes)} />
      <RolesOfPartner />
      <made.TextField name="wecomUserId" />
    </FormDialog>
  );
}

/** The partner decides which stores and roles there are. */
function PartnerAndStore() {
  const form = Form.useFormInstance();
  const partnerId: string | undefined = Form.useWatch("partnerId", form);
  const { partners, isPending } = usePartnerChoices({ onlyOpen: true });
  const { stores, loading, isKnown } = usePlaceChoices(partnerId);
  const [only, ...others] = partners;
  const chosen = only && others.length === 0 ? only.value : undefined;
  useEffect(() => {
    if (chosen && !form.getFieldValue("partnerId")) form.setFieldValue("partnerId", chosen);
  }, [chosen, form]);
  const hint = isKnown && stores.length === 0 ? "该伙伴没有门店，员工在公司任职" : "管理员可不选，在公司任职";
  return (
    <>
      <made.SelectField name="partnerId" options={partners} loading={isPending} />
      <made.SelectField name="storeId" options={stores} loading={loading} hint={hint} />
    </>
  );
}

function RolesOfPartner() {
  const partnerId: string | undefined = Form.useWatch("partnerId");
  const { roles, loading } = usePlaceChoices(partnerId);
  return <made.SelectField name="roleIds" options={roles} loading={loading} multiple full />;
}

export function EditStaffDialog({ staff, onClose }: { readonly staff: Staff; readonly onClose: () => void }) {
  const { name, positionCode, joinOn, contractType, roleIds, wecomUserId, version } = staff;
  const { roles, loading } = usePlaceChoices(staff.partnerId);
  const isAgain = staff.state === "REJECTED";
  const hasAccount = staff.account !== "NONE";
  return (
    <FormDialog
      title={`${isAgain ? "重新提交" : "编辑"} · ${name}`}
      okText={isAgain ? "重新提交" : "保存"}
      endpoint={editStaff}
      params={{ id: staff.id }}
      record={{ name, positionCode, joinOn, contractType, roleIds: [...roleIds], wecomUserId, version }}
      refusals={refusals}
      done={isAgain ? "已提交，等待审核！" : "保存成功！"}
      onClose={onClose}
    >
      <edited.TextField name="name" />
      <edited.TextField name="phone" placeholder={`${staff.phone}，不修改请留空`} />
      <edited.TextField
        name="idNo"
        placeholder={hasAccount ? staff.idNo : `${staff.idNo}，不修改请留空`}
        disabled={hasAccount}
        {...(hasAccount ? { hint: "账号已开通，不能修改" } : {})}
      />
      <edited.DictField name="positionCode" {...(staff.state === "TRAINING" ? { hint: "修改岗位后须重新审核" } : {})} />
      <edited.DayField name="joinOn" />
      <edited.SelectField name="contractType" options={choicesOf(staffContractTypes)} />
      <edited.SelectField name="roleIds" options={roles} loading={loading} multiple full />
      <edited.TextField name="wecomUserId" />
    </FormDialog>
  );
}
