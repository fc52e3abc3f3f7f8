import {
  freezeStaffAccount,
  lockStaffAccount,
  moveStaff,
  rehireStaff,
  rejectStaff,
  resetStaffPassword,
  type Staff,
  saveStaffCert,
  staffContractTypes,
  unlockStaffAccount,
  waiveStaffCerts,
} from "@ops/partner/contract";
import { choicesOf, FormDialog, fieldsOf, ReasonDialog } from "@ops/platform/web";
import { usePlaceChoices } from "./use-staff-choices.ts";

export interface StaffDialogProps {
  readonly staff: Staff;
  readonly onClose: () => void;
}

const common = ({ staff: { id }, onClose }: StaffDialogProps) => ({ params: { id }, onClose });
const asks = (props: StaffDialogProps) => ({ ...common(props), version: props.staff.version });

export const RejectDialog = (props: StaffDialogProps) => (
  <ReasonDialog
    {...asks(props)}
    danger
    title={`驳回 · ${props.staff.name}`}
    endpoint={rejectStaff}
    okText="驳回"
    done="已驳回！"
  />
);

export const FREEZE_CONSEQUENCE = "冻结后立即退出登录，直到解冻前不能使用账号。";

export const FreezeDialog = (props: StaffDialogProps) => (
  <ReasonDialog
    {...asks(props)}
    danger
    title={`冻结账号 · ${props.staff.name}`}
    endpoint={freezeStaffAccount}
    consequence={FREEZE_CONSEQUENCE}
    okText="冻结"
    done="已冻结！"
  />
);

export const LockDialog = (props: StaffDialogProps) => (
  <ReasonDialog
    {...asks(props)}
    danger
    title={`安全冻结 · ${props.staff.name}`}
    endpoint={lockStaffAccount}
    consequence="安全冻结只能由品牌方解除，伙伴管理员不能解冻。"
    okText="冻结"
    done="已冻结！"
  />
);

export const UnlockDialog = (props: StaffDialogProps) => (
  <ReasonDialog
    {...asks(props)}
    title={`解除安全冻结 · ${props.staff.name}`}
    endpoint={unlockStaffAccount}
    done="已解除！"
  />
);

export const ResetDialog = (props: StaffDialogProps) => (
  <ReasonDialog
    {...asks(props)}
    title={`重置密码 · ${props.staff.name}`}
    endpoint={resetStaffPassword}
    consequence="原密码立即失效，新的初始密码将以短信发送到本人手机。"
    okText="重置"
    done="已重置，密码将以短信发送！"
  />
);

export const WaiveDialog = (props: StaffDialogProps) => (
  <ReasonDialog
    {...asks(props)}
    title={`豁免认证 · ${props.staff.name}`}
    endpoint={waiveStaffCerts}
    consequence="豁免后不再要求岗位认证，账号名额充足时立即开通。"
    okText="豁免"
    done="已豁免！"
  />
);

const moved = fieldsOf(moveStaff);
export function MoveDialog(props: StaffDialogProps) {
  const { partnerId, storeId, name, version } = props.staff;
  const { stores, loading } = usePlaceChoices(partnerId);
  return (
    <FormDialog
      {...common(props)}
      kind="modal"
      title={`调店 · ${name}`}
      okText="调店"
      endpoint={moveStaff}
      record={{ storeId, version }}
      refusals={{
        PARTNER_STAFF_OPEN: "storeId",
        PARTNER_STAFF_STORE_NEEDED: "storeId",
        PARTNER_STAFF_STORE_SAME: "storeId",
      }}
      done="调店成功！"
    >
      <moved.SelectField name="storeId" label="目标门店" options={stores} loading={loading} hint="调店后须重新登录" />
      <moved.TextAreaField name="reason" />
    </FormDialog>
  );
}

const held = fieldsOf(saveStaffCert);
export function CertDialog({ code, ...props }: StaffDialogProps & { readonly code?: string }) {
  return (
    <FormDialog
      {...common(props)}
      kind="modal"
      title={`登记认证 · ${props.staff.name}`}
      endpoint={saveStaffCert}
      record={{ score: null, version: props.staff.version, ...(code ? { code } : {}) }}
      done="登记成功！"
    >
      <held.DictField name="code" hint="已有同一认证时视为复训续期" />
      <held.NumberField name="score" min={0} max={100} />
      <held.DayField name="gotOn" />
      <held.DayField name="validTo" />
    </FormDialog>
  );
}

const again = fieldsOf(rehireStaff);
export function RehireDialog(props: StaffDialogProps) {
  const { partnerId, storeId, name, positionCode, contractType, roleIds, version } = props.staff;
  const { stores, roles, loading } = usePlaceChoices(partnerId);
  return (
    <FormDialog
      {...common(props)}
      title={`复职 · ${name}`}
      okText="提交审核"
      endpoint={rehireStaff}
      record={{ storeId, positionCode, contractType, roleIds: [...roleIds], version }}
      refusals={{ PARTNER_STAFF_STORE_NEEDED: "storeId", PARTNER_ROLE: "roleIds" }}
      done="已提交，等待审核！"
    >
      <again.SelectField name="storeId" options={stores} loading={loading} />
      <again.DictField name="positionCode" />
      <again.DayField name="joinOn" />
      <again.SelectField name="contractType" options={choicesOf(staffContractTypes)} />
      <again.SelectField name="roleIds" options={roles} loading={loading} multiple full />
    </FormDialog>
  );
}
