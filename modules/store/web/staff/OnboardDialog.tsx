import { FormDialog, useEndpoint } from "@ops/platform/web";
import { accountPlans, getStaffAccount, onboardStaff, type Staff } from "@ops/store/contract";
import { Alert } from "antd";

interface Props {
  readonly staff: Staff;
  readonly onClose: () => void;
}

/** 办理入职: says what will happen with the account, and asks for an id number that is missing (ST-R12). */
export function OnboardDialog({ staff, onClose }: Props) {
  const { id, name, storeName, positionName, entryDate, idNo, version } = staff;
  const { data } = useEndpoint(getStaffAccount, { params: { id } });
  return (
    <FormDialog
      kind="modal"
      title={`办理入职 · ${name}`}
      okText="办理入职"
      endpoint={onboardStaff}
      params={{ id }}
      record={{ version }}
      done="已办理入职！"
      fields={idNo === null ? ["idNo"] : []}
      special={{ idNo: { required: true } }}
      onClose={onClose}
    >
      <p>
        {storeName} · {positionName}，入职日期 {entryDate}
      </p>
      {data?.refusal && <Alert className="form-alert" type="error" showIcon title={data.refusal} />}
      {data?.plan && <Alert className="form-alert" type="info" showIcon title={accountPlans[data.plan]} />}
    </FormDialog>
  );
}
