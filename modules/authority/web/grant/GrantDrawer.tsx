import { checkGrants, giveGrants, listGrantableRoles, type Membership, type User } from "@ops/authority/contract";
import { call, FormDialog, useEndpoint } from "@ops/platform/web";
import { Alert } from "antd";
import { useEffect, useState } from "react";
import { RoleSelect } from "./RoleSelect.tsx";

const none: readonly string[] = [];

interface Props {
  readonly user: Pick<User, "userName">;
  readonly membership: Membership;
  /** The roles that are ticked when the drawer opens. */
  readonly roleIds?: readonly string[];
  readonly onClose: () => void;
}

interface Refusal {
  readonly roleId: string;
  readonly msg: string;
}

/** Grants roles in one membership. A role that would be refused says so as soon as it is ticked. */
export function GrantDrawer({ user, membership, roleIds = none, onClose }: Props) {
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const roles = useEndpoint(listGrantableRoles, { query: { organizationId: membership.organizationId } });
  const nameOf = (id: string) => roles.data?.find((role) => role.id === id)?.name ?? "";
  const check = async (roleIds: string[]) => {
    setRefusals([]);
    if (roleIds.length === 0) return;
    const input = { params: { id: membership.id }, body: { roleIds, validTo: null } };
    const answer = await call(checkGrants, input, { silent: true });
    // a missing end is not shown as a refusal, because the field below asks for it
    if (answer.success) setRefusals(answer.data.refusals.filter(({ msgCode }) => msgCode !== "GRANT_NEEDS_END"));
  };

  useEffect(() => void check([...roleIds]), []); // the roles that are ticked from the start are checked once

  return (
    <FormDialog
      title={`授予角色 · ${user.userName} · ${membership.organizationName}(${membership.positionName})`}
      endpoint={giveGrants}
      params={{ id: membership.id }}
      record={{ validTo: null, roleIds: [...roleIds] }}
      okText="授予"
      done="授予成功！"
      fields={["roleIds", "validTo", "reason"]}
      special={{
        roleIds: {
          full: true,
          control: <CheckedRoles organizationId={membership.organizationId} onSeen={check} />,
          after: refusals.length > 0 && (
            <Alert
              className="form-full"
              type="warning"
              showIcon
              title="以下角色无法授予"
              description={refusals.map(({ roleId, msg }) => (
                <div key={roleId}>
                  {nameOf(roleId)}：{msg}
                </div>
              ))}
            />
          ),
        },
        validTo: "空为长期；当天仍有效，次日 00:00 失效",
      }}
      onClose={onClose}
    />
  );
}

interface CheckedProps {
  readonly id?: string;
  readonly organizationId: string;
  readonly value?: readonly string[];
  readonly onChange?: (ids: string[]) => void;
  readonly onSeen: (ids: string[]) => void;
}

function CheckedRoles({ onSeen, onChange, ...rest }: CheckedProps) {
  const choose = (ids: string[]) => {
    onChange?.(ids);
    onSeen(ids);
  };
  return <RoleSelect {...rest} onChange={choose} />;
}
