import { createStaff, editStaff, type Staff, type StaffDetail } from "@ops/partner/contract";
import { fieldsOf, RecordForm } from "@ops/platform/web";
import { Form } from "antd";
import { useEffect } from "react";
import { usePartnerChoices, usePlaceChoices } from "./use-staff-choices.ts";

const { SelectField } = fieldsOf(createStaff); // the form of an edit has the same roles

interface Props {
  /** The person to edit; without it the form adds one. */
  readonly staff?: Staff;
  /** The partner whose person is added; without it the form asks for the partner. */
  readonly partnerId?: string;
  readonly onCreated?: (staff: StaffDetail) => void;
  readonly onClose: () => void;
}

export function StaffForm({ staff, partnerId, ...on }: Props) {
  const isAgain = staff?.state === "REJECTED";
  const hasAccount = staff !== undefined && staff.account !== "NONE";
  return (
    <RecordForm
      entity="伙伴员工"
      create={createStaff}
      edit={editStaff}
      record={staff ?? null}
      title={staff ? `${isAgain ? "重新提交" : "编辑"} · ${staff.name}` : "新增伙伴员工"}
      okText={isAgain ? "重新提交" : "保存"}
      kind="drawer"
      start={{ contractType: "FULL", roleIds: [], ...(partnerId ? { partnerId } : {}) }}
      fields={[
        "partnerId",
        "storeId",
        "name",
        "phone",
        "idNo",
        "positionCode",
        "joinOn",
        "contractType",
        "roleIds",
        "wecomUserId",
      ]}
      special={{
        partnerId: <PartnerChoice />,
        storeId: <StoreChoice />,
        idNo: hasAccount && { placeholder: staff.idNo, disabled: true, hint: "账号已开通，不能修改" },
        positionCode: staff?.state === "TRAINING" && "修改岗位后须重新审核",
        roleIds: staff ? <Roles partnerId={staff.partnerId} /> : <RolesOfChosen />,
      }}
      refusals={{
        PARTNER_STAFF_PHONE: "phone",
        PARTNER_STAFF_EMPLOYEE: "phone",
        PARTNER_STAFF_ID_NO: "idNo",
        PARTNER_STAFF_FIXED: "idNo",
        PARTNER_STAFF_STORE: "storeId",
        PARTNER_STAFF_STORE_NEEDED: "storeId",
        PARTNER_ROLE: "roleIds",
      }}
      done={["已提交，等待审核！", isAgain ? "已提交，等待审核！" : "保存成功！"]}
      {...on}
    />
  );
}

/** If there is only one partner, it is chosen already. */
function PartnerChoice() {
  const form = Form.useFormInstance();
  const { partners, isPending } = usePartnerChoices({ onlyOpen: true });
  const [only, ...others] = partners;
  const chosen = only && others.length === 0 ? only.value : undefined;
  useEffect(() => {
    if (chosen && !form.getFieldValue("partnerId")) form.setFieldValue("partnerId", chosen);
  }, [chosen, form]);
  return <SelectField name="partnerId" options={partners} loading={isPending} />;
}

function StoreChoice() {
  const { stores, loading, isKnown } = usePlaceChoices(Form.useWatch("partnerId"));
  const hint = isKnown && stores.length === 0 ? "该伙伴没有门店，员工在公司任职" : "管理员可不选，在公司任职";
  return <SelectField name="storeId" options={stores} loading={loading} hint={hint} />;
}

/** The partner decides which roles there are. */
function Roles({ partnerId }: { readonly partnerId: string | undefined }) {
  const { roles, loading } = usePlaceChoices(partnerId);
  return <SelectField name="roleIds" options={roles} loading={loading} multiple full />;
}

function RolesOfChosen() {
  return <Roles partnerId={Form.useWatch("partnerId")} />;
}
