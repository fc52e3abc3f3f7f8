import { createRole } from "@ops/authority/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";
import { useOpenRole } from "./use-open-role.ts";

const { TextField, TextAreaField } = fieldsOf(createRole);

export function CreateRoleDialog({ onClose }: { readonly onClose: () => void }) {
  const open = useOpenRole();
  return (
    <FormDialog title="新增角色" endpoint={createRole} done="新增成功，请设置权限" onDone={open} onClose={onClose}>
      <TextField name="name" />
      <TextField name="code" hint="小写字母开头，保存后不能修改" />
      <TextField name="category" />
      <TextAreaField name="description" />
    </FormDialog>
  );
}
