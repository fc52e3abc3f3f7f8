import { editOrganization, type Organization } from "@ops/authority/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";
import { Alert } from "antd";
import { DeputySelect, LeaderSelect } from "./LeaderSelect.tsx";

const { TextField, NumberField, RegionField, AddressField, CustomField } = fieldsOf(editOrganization);

interface Props {
  readonly organization: Organization;
  readonly onClose: () => void;
}

export function EditOrganizationDialog({ organization, onClose }: Props) {
  const { id, name, managedBy, leaderUserId, leaderName, deputyUserIds, deputyNames } = organization;
  const isOwned = managedBy !== null;
  const leader = leaderUserId ? [{ value: leaderUserId, label: leaderName ?? "-" }] : [];
  const deputies = deputyUserIds.map((value, at) => ({ value, label: deputyNames[at] ?? "-" }));
  return (
    <FormDialog
      title={`编辑组织 · ${name}`}
      endpoint={editOrganization}
      params={{ id }}
      record={organization}
      done="修改成功！"
      onClose={onClose}
    >
      {managedBy && (
        <Alert
          className="form-alert form-full"
          type="info"
          showIcon
          title={`名称和联系信息由${managedBy.module}维护，请在${managedBy.page}修改`}
        />
      )}
      <TextField name="name" disabled={isOwned} />
      <TextField name="shortName" disabled={isOwned} />
      <CustomField name="leaderUserId" hint="本组织或上级组织的在任人员">
        <LeaderSelect organizationId={id} known={leader} />
      </CustomField>
      <CustomField name="deputyUserIds">
        <DeputySelect organizationId={id} known={deputies} />
      </CustomField>
      <RegionField name="regionCode" label="省市区" disabled={isOwned} />
      <TextField name="phone" disabled={isOwned} />
      <AddressField name="address" within="regionCode" disabled={isOwned} />
      <NumberField name="sort" min={0} max={99_999} hint="数字小的排在前面" />
    </FormDialog>
  );
}
