import { copyRole, type Role } from "@ops/authority/contract";
import { FormDialog } from "@ops/platform/web";
import { useOpenRole } from "./use-open-role.ts";

export function CopyRoleDialog({ role, onClose }: { readonly role: Role; readonly onClose: () => void }) {
  const open = useOpenRole();
  return (
    <FormDialog
      title={`复制角色 · ${role.name}`}
      kind="modal"
      endpoint={copyRole}
      params={{ id: role.id }}
      record={{ name: `${role.name}-副本` }}
      okText="复制"
      done="复制成功，成员没有一并复制"
      onDone={open}
      fields={["code", "name"]}
      special={{ code: "小写字母开头，保存后不能修改" }}
      onClose={onClose}
    />
  );
}
