import { getRoleUsage, type RoleUsage } from "@ops/authority/contract";
import { percentage } from "@ops/platform/contract";
import { confirm, feedback, useEndpoint } from "@ops/platform/web";
import { Button, Tooltip } from "antd";
import type { TabProps } from "../tab-props.ts";
import { withoutCodes } from "./ticks.ts";

/** When the members of a role used its codes. */
export function useRoleUsage(id: string) {
  const { data } = useEndpoint(getRoleUsage, { params: { id } }, { silent: true });
  const days = new Map(data?.codes.map(({ code, lastUsedAt }) => [code, lastUsedAt.slice(0, 10)]));
  const lastUsed = (code: string) => days.get(code) ?? (data ? `${data.days}天未用` : "-");
  return { usage: data ?? null, lastUsed };
}

/** The codes that no member used. One click removes them from the draft, and the preview shows the effect (AU-R36). */
export function IdleCodes({ usage, draft, catalogue, readOnly, onChange }: TabProps & { usage: RoleUsage | null }) {
  const idle = usage?.idle?.filter((code) => draft.permissionCodes.includes(code)) ?? [];
  if (!usage || idle.length === 0) return null;

  const remove = async () => {
    const names = idle.map(catalogue.codeName).join("、");
    const title = `移除 ${idle.length} 个闲置权限点？`;
    if (!(await confirm({ title, content: `${usage.days} 天内没有成员使用：${names}` }))) return;
    onChange(withoutCodes(draft, idle, catalogue.permissions));
    feedback.message.info("已加入本次修改，预览并保存后生效");
  };
  return (
    <div className="role-idle">
      <Tooltip title={idle.map((code) => <div key={code}>{catalogue.codeName(code)}</div>)}>
        <span className="role-count">
          闲置权限 {idle.length} 个，占 {percentage(idle.length, draft.permissionCodes.length)}
        </span>
      </Tooltip>
      {!readOnly && (
        <Button type="link" size="small" onClick={() => void remove()}>
          移除闲置
        </Button>
      )}
    </div>
  );
}
