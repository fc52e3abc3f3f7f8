import { changePhone, type User } from "@ops/authority/contract";
import { FormDialog } from "@ops/platform/web";
import { Alert } from "antd";

export function ChangePhoneDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  return (
    <FormDialog
      kind="modal"
      title={`更换手机号 · ${user.userName}`}
      endpoint={changePhone}
      params={{ id: user.id }}
      record={{ version: user.version }}
      done="更换成功！"
      fields={["mobilePhone", "reason"]}
      special={{ mobilePhone: { label: "新手机号" } }}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title={`原手机号 ${user.mobilePhone}；更换后该用户会立即退出登录。`} />
    </FormDialog>
  );
}
