import { createRole } from "@ops/authority/contract";
import { FormDialog } from "@ops/platform/web";
import { useOpenRole } from "./use-open-role.ts";

export function CreateRoleDialog({ onClose }: { readonly onClose: () => void }) {
  const open = useOpenRole();
  return (
    <FormDialog
      title="新增角色"
      endpoint={createRole}
      done="新增成功，请设置权限"
      onDone={open}
      onClose={onClose}
      fields={["name", "code", "category", "description"]}
      special={{ code: "小写字母开头，保存后不能修改" }}
    />
  );
}
