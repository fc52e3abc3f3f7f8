import { moveStaff, rehireStaff, type Staff, saveStaffCert, waiveStaffCerts } from "@ops/partner/contract";
import { FormDialog, ReasonDialog } from "@ops/platform/web";
import { usePlaceChoices } from "./use-staff-choices.ts";

export interface StaffDialogProps {
  readonly staff: Staff;
  readonly onClose: () => void;
}

const common = ({ staff: { id }, onClose }: StaffDialogProps) => ({ params: { id }, onClose });

export const WaiveDialog = (props: StaffDialogProps) => (
  <ReasonDialog
    {...common(props)}
    version={props.staff.version}
    title={`豁免认证 · ${props.staff.name}`}
    endpoint={waiveStaffCerts}
    consequence="豁免后不再要求岗位认证，账号名额充足时立即开通。"
    okText="豁免"
    done="已豁免！"
  />
);

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
      fields={["storeId", "reason"]}
      special={{ storeId: { label: "目标门店", options: stores, loading, hint: "调店后须重新登录" } }}
    />
  );
}

export function CertDialog({ code, ...props }: StaffDialogProps & { readonly code?: string }) {
  return (
    <FormDialog
      {...common(props)}
      kind="modal"
      title={`登记认证 · ${props.staff.name}`}
      endpoint={saveStaffCert}
      record={{ score: null, version: props.staff.version, ...(code ? { code } : {}) }}
      done="登记成功！"
      fields={["code", "score", "gotOn", "validTo"]}
      special={{ code: "已有同一认证时视为复训续期" }}
    />
  );
}

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
      fields={["storeId", "positionCode", "joinOn", "contractType", "roleIds"]}
      special={{ storeId: { options: stores, loading }, roleIds: { options: roles, loading, full: true } }}
    />
  );
}
