import { type Membership, RoleGrant, revokeGrant } from "@ops/authority/contract";
import {
  actionColumns,
  type PageAction,
  PlainTable,
  showTime,
  tableColumnsOf,
  useAsking,
  useMay,
} from "@ops/platform/web";
import { RevokeDialog } from "../../grant/RevokeDialog.tsx";

interface Props {
  readonly membership: Membership;
  readonly isSelf: boolean;
}

const revoking: PageAction<RoleGrant> = {
  label: "收回",
  needs: revokeGrant,
  danger: true,
  when: ({ source }) => source !== "POSITION",
  ask: (grant, onClose) => <RevokeDialog grant={grant} about={grant.roleName} onClose={onClose} />,
};
const nothing: readonly PageAction<RoleGrant>[] = [];

/** The roles that are granted in one membership, with source and validity. Nobody can revoke their own. */
export function GrantTable({ membership, isSelf }: Props) {
  const may = useMay();
  const { actions, dialog } = useAsking(isSelf ? nothing : [revoking]);
  return (
    <div className="membership-grants">
      <PlainTable<RoleGrant>
        rows={membership.grants}
        empty="没有授予角色"
        {...(membership.otherGrants > 0 ? { footer: () => `其他授权 ${membership.otherGrants} 项` } : {})}
        columns={[
          ...tableColumnsOf(RoleGrant, {
            roleName: { wraps: true },
            source: 100,
            validFrom: true,
            validTo: { title: "失效时间", as: ({ validTo }) => (validTo ? showTime(validTo) : "长期") },
            grantedByName: 110,
            reason: { title: "原因", wraps: true },
          }),
          ...actionColumns(actions, may),
        ]}
      />
      {dialog}
    </div>
  );
}
