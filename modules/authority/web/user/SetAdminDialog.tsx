import { setAdmin, type User } from "@ops/authority/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";
import { Alert } from "antd";

const { TextField, TextAreaField } = fieldsOf(setAdmin);

/** The operator types the name: nobody becomes an administrator by a slip of the mouse (AU-R7). */
export function SetAdminDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const gives = !user.boolAdmin;
  return (
    <FormDialog
      kind="modal"
      danger
      title={`${gives ? "设为管理员" : "取消管理员"} · ${user.userName}`}
      okText={gives ? "设为管理员" : "取消管理员"}
      endpoint={setAdmin}
      params={{ id: user.id }}
      record={{ version: user.version }}
      fixed={{ boolAdmin: gives }}
      done="操作成功"
      onClose={onClose}
    >
      <Alert
        type="warning"
        showIcon
        title={
          gives
            ? "管理员拥有全部权限与全部数据范围，该用户须重新登录。"
            : "取消后该用户只保留任职中的角色，须重新登录。"
        }
      />
      <TextField name="userName" label={`请输入「${user.userName}」确认`} />
      <TextAreaField name="reason" />
    </FormDialog>
  );
}
