import { editUser, genderNames, type User } from "@ops/authority/contract";
import { choicesOf, FormDialog, fieldsOf, useSession } from "@ops/platform/web";

const { TextField, TextAreaField, DayField, SelectField } = fieldsOf(editUser);

interface Props {
  readonly user: User;
  readonly onClose: () => void;
}

export function EditUserDialog({ user, onClose }: Props) {
  const isSelf = useSession().user?.id === user.id;
  const isStaff = user.source === "STAFF";
  return (
    <FormDialog
      title={`编辑用户 · ${user.userName}`}
      endpoint={editUser}
      params={{ id: user.id }}
      record={user}
      done="修改成功！"
      onClose={onClose}
    >
      <TextField name="userName" disabled={isStaff} hint={isStaff ? "该账号由员工管理维护" : null} />
      <TextField name="staffNo" hint="3–20 位字母或数字" />
      <SelectField name="gender" options={choicesOf(genderNames)} />
      <TextField name="email" hint={user.email ? "已脱敏，不改则保留原邮箱" : null} />
      <DayField name="validUntil" disabled={isSelf} hint={isSelf ? "不能修改自己的有效期" : "空为长期有效"} />
      <TextAreaField name="remark" />
    </FormDialog>
  );
}
