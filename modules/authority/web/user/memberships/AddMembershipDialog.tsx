import { addMembership, type User } from "@ops/authority/contract";
import { dayOf } from "@ops/platform/contract";
import { FormDialog, fieldsOf, serverNow } from "@ops/platform/web";
import { OrganizationSelect } from "../../organization/OrganizationSelect.tsx";
import { PositionSelect } from "../choices/PositionSelect.tsx";

const { CustomField, DayField, SwitchField } = fieldsOf(addMembership);

export function AddMembershipDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  return (
    <FormDialog
      title={`新增任职 · ${user.userName}`}
      endpoint={addMembership}
      params={{ id: user.id }}
      record={{ startDate: dayOf(serverNow()), endDate: null, isPrimary: false }}
      done="新增成功！"
      onClose={onClose}
    >
      <CustomField name="organizationId">
        <OrganizationSelect />
      </CustomField>
      <CustomField name="positionId" hint="职位的默认角色会自动带入">
        <PositionSelect />
      </CustomField>
      <DayField name="startDate" />
      <DayField name="endDate" hint="空为长期；结束日当天仍有效" />
      {user.source !== "STAFF" && <SwitchField name="isPrimary" />}
    </FormDialog>
  );
}
