import { editOrganization, type Organization } from "@ops/authority/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";
import { Alert } from "antd";
import { DeputySelect, LeaderSelect } from "./LeaderSelect.tsx";

const { RegionField, AddressField } = fieldsOf(editOrganization);

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
      fields={["name", "shortName", "leaderUserId", "deputyUserIds", "regionCode", "phone", "address", "sort"]}
      special={{
        name: { disabled: isOwned },
        shortName: { disabled: isOwned },
        leaderUserId: {
          control: <LeaderSelect organizationId={id} known={leader} />,
          hint: "本组织或上级组织的在任人员",
        },
        deputyUserIds: { control: <DeputySelect organizationId={id} known={deputies} /> },
        regionCode: <RegionField name="regionCode" label="省市区" disabled={isOwned} />,
        phone: { disabled: isOwned },
        address: <AddressField name="address" within="regionCode" disabled={isOwned} />,
        sort: "数字小的排在前面",
      }}
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
    </FormDialog>
  );
}
