import { rehireUser, type User } from "@ops/authority/contract";
import { FormDialog } from "@ops/platform/web";
import { Alert } from "antd";
import { useState } from "react";
import { InitialPasswordDialog } from "../InitialPasswordDialog.tsx";

export function RehireDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const [password, setPassword] = useState<string | null>(null);
  if (password) return <InitialPasswordDialog userName={user.userName} password={password} onClose={onClose} />;
  return (
    <FormDialog
      kind="modal"
      title={`办理复职 · ${user.userName}`}
      okText="办理复职"
      endpoint={rehireUser}
      params={{ id: user.id }}
      record={{ version: user.version }}
      onDone={({ initialPassword }) => setPassword(initialPassword)}
      fields={["reason"]}
      special={{ reason: { rows: 4 } }}
      onClose={onClose}
    >
      <Alert type="info" showIcon title="复职后生成新的初始密码；原任职与授权不恢复，请重新添加。" />
    </FormDialog>
  );
}
