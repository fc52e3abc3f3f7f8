import { CopyOutlined } from "@ant-design/icons";
import { copyText, OnceDialog } from "@ops/platform/web";
import { Alert, Button } from "antd";
import "./user.css";

interface Props {
  readonly userName: string;
  readonly password: string;
  readonly onClose: () => void;
}

/** Shows the initial password, which can be seen only this once (AU-R2). */
export function InitialPasswordDialog({ userName, password, onClose }: Props) {
  return (
    <OnceDialog title={`初始密码 · ${userName}`} width={440} onClose={onClose}>
      <InitialPassword password={password} />
    </OnceDialog>
  );
}

export function InitialPassword({ password }: { readonly password: string }) {
  return (
    <div className="initial-password">
      <Alert type="warning" showIcon title="仅显示一次，请立即复制" description="首次登录时须修改密码。" />
      <p>
        <output aria-label="初始密码">{password}</output>
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(password)}>
          复制
        </Button>
      </p>
    </div>
  );
}
