import { checkGrants, giveGrants, listGrantableRoles, type Membership, type User } from "@ops/authority/contract";
import { call, FormDialog, fieldsOf, useEndpoint } from "@ops/platform/web";
import { Alert } from "antd";
import { useEffect, useState } from "react";
import { RoleSelect } from "./RoleSelect.tsx";

const none: readonly string[] = [];
const { CustomField, DayField, TextAreaField } = fieldsOf(giveGrants);

interface Props {
  readonly user: Pick<User, "userName">;
  readonly membership: Membership;
  /** Ticked from the start. */
  readonly roleIds?: readonly string[];
  readonly onClose: () => void;
}

interface Refusal {
  readonly roleId: string;
  readonly msg: string;
}

/** Gives roles in one membership; what would be refused is said while ticking. */
export function GrantDrawer({ user, membership, roleIds = none, onClose }: Props) {
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const roles = useEndpoint(listGrantableRoles, { query: { organizationId: membership.organizationId } });
  const nameOf = (id: string) => roles.data?.find((role) => role.id === id)?.name ?? "";
  const check = async (roleIds: string[]) => {
    setRefusals([]);
    if (roleIds.length === 0) return;
    const input = { params: { id: membership.id }, body: { roleIds, validTo: null } };
    const answer = await call(checkGrants, input, { silent: true });
    // a missing end is asked for by the field below, and the save tells
    if (answer.success) setRefusals(answer.data.refusals.filter(({ msgCode }) => msgCode !== "GRANT_NEEDS_END"));
  };

  useEffect(() => void check([...roleIds]), []); // what is ticked from the start, once

  return (
    <FormDialog
      title={`授予角色 · ${user.userName} · ${membership.organizationName}(${membership.positionName})`}
      endpoint={giveGrants}
      params={{ id: membership.id }}
      record={{ validTo: null, roleIds: [...roleIds] }}
      okText="授予"
      done="授予成功！"
      onClose={onClose}
    >
      <CustomField name="roleIds" full>
        <CheckedRoles organizationId={membership.organizationId} onSeen={check} />
      </CustomField>
      {refusals.length > 0 && (
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
      )}
      <DayField name="validTo" hint="空为长期；当天仍有效，次日 00:00 失效" />
      <TextAreaField name="reason" />
    </FormDialog>
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
