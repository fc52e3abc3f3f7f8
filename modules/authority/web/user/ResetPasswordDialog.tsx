import { resetPassword, type User } from "@ops/authority/contract";
import { FormDialog } from "@ops/platform/web";
import { Alert } from "antd";
import { useState } from "react";
import { InitialPasswordDialog } from "./InitialPasswordDialog.tsx";

export function ResetPasswordDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const [password, setPassword] = useState<string | null>(null);
  if (password) return <InitialPasswordDialog userName={user.userName} password={password} onClose={onClose} />;
  return (
    <FormDialog
      kind="modal"
      danger
      title={`重置密码 · ${user.userName}`}
      okText="重置密码"
      endpoint={resetPassword}
      params={{ id: user.id }}
      record={{ version: user.version }}
      onDone={({ initialPassword }) => setPassword(initialPassword)}
      fields={["reason"]}
      special={{ reason: { rows: 4 } }}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title="重置后该用户会立即退出登录，须用新的初始密码登录并修改。" />
    </FormDialog>
  );
}
