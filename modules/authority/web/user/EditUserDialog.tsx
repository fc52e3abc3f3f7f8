import { editUser, getUser, listUsers, type User } from "@ops/authority/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";

const { TextField, TextAreaField } = fieldsOf(editUser);

interface Props {
  readonly user: User;
  readonly onClose: () => void;
}

export function EditUserDialog({ user, onClose }: Props) {
  return (
    <FormDialog
      title={`编辑用户 · ${user.userName}`}
      endpoint={editUser}
      params={{ id: user.id }}
      record={user}
      done="修改成功！"
      refreshes={[listUsers, getUser]}
      onClose={onClose}
    >
      <TextField name="userName" />
      <TextField name="staffNo" hint="3–20 位字母或数字" />
      <TextField name="email" full />
      <TextAreaField name="remark" />
    </FormDialog>
  );
}
