import { listGrantableRoles } from "@ops/authority/contract";
import { DictText, useEndpoint } from "@ops/platform/web";
import { Select } from "antd";

interface Props {
  readonly id?: string;
  /**
   * The organisation of the grants. A batch has none, because its people are in many organisations and checked one by
   * one.
   */
  readonly organizationId?: string;
  readonly value?: readonly string[];
  readonly onChange?: (ids: string[]) => void;
}

/** Chooses among the roles that the operator may grant in an organisation, with scope and longest duration. */
export function RoleSelect({ id, organizationId, value, onChange }: Props) {
  const answer = useEndpoint(listGrantableRoles, { query: organizationId ? { organizationId } : {} });
  const roles = answer.data ?? [];
  return (
    <Select
      {...(id ? { id } : {})}
      className="form-wide"
      mode="multiple"
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      placeholder={answer.data && roles.length === 0 ? "没有可授予的角色" : "请选择角色"}
      loading={answer.isPending}
      options={roles.map((role) => ({ value: role.id, label: role.name, role }))}
      optionRender={({ data: { role } }) => (
        <span className="role-option">
          <span className="role-option-name">{role.name}</span>
          <small className="role-option-facts">
            <DictText code="data_scope" value={role.dataScope} />
            {role.maxDays !== null && ` · 最长 ${role.maxDays} 天`}
            {role.description && ` · ${role.description}`}
          </small>
        </span>
      )}
      value={[...(value ?? [])]}
      onChange={(ids: string[]) => onChange?.(ids)}
    />
  );
}
