import { setAdmin, type User } from "@ops/authority/contract";
import { FormDialog } from "@ops/platform/web";
import { Alert } from "antd";

/** Asks the operator to type the name, so that nobody becomes an administrator by a wrong click (AU-R7). */
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
      fields={["userName", "reason"]}
      special={{ userName: { label: `请输入「${user.userName}」确认` } }}
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
    </FormDialog>
  );
}
