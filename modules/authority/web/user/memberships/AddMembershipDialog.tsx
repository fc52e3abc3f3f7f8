import { addMembership, type User } from "@ops/authority/contract";
import { dayOf } from "@ops/platform/contract";
import { FormDialog, serverNow } from "@ops/platform/web";
import { OrganizationSelect } from "../../organization/OrganizationSelect.tsx";

export function AddMembershipDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  return (
    <FormDialog
      title={`新增任职 · ${user.userName}`}
      endpoint={addMembership}
      params={{ id: user.id }}
      record={{ startDate: dayOf(serverNow()), endDate: null, isPrimary: false }}
      done="新增成功！"
      fields={["organizationId", "positionId", "startDate", "endDate", "isPrimary"]}
      special={{
        organizationId: { control: <OrganizationSelect /> },
        positionId: "职位的默认角色会自动带入",
        endDate: "空为长期；结束日当天仍有效",
        isPrimary: user.source === "STAFF" ? null : true,
      }}
      onClose={onClose}
    />
  );
}
