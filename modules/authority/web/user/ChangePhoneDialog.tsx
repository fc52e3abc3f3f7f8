import { changePhone, type User } from "@ops/authority/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";
import { Alert } from "antd";

const { TextField, TextAreaField } = fieldsOf(changePhone);

export function ChangePhoneDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  return (
    <FormDialog
      kind="modal"
      title={`更换手机号 · ${user.userName}`}
      endpoint={changePhone}
      params={{ id: user.id }}
      record={{ version: user.version }}
      done="更换成功！"
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={`原手机号 ${user.mobilePhone}；更换后该用户会立即退出登录。`} />
      <TextField name="mobilePhone" label="新手机号" />
      <TextAreaField name="reason" />
    </FormDialog>
  );
}
