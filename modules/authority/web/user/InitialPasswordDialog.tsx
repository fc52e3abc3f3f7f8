import { CopyOutlined } from "@ant-design/icons";
import { feedback } from "@ops/platform/web";
import { Alert, Button, Modal } from "antd";
import "./user.css";

interface Props {
  readonly userName: string;
  readonly password: string;
  readonly onClose: () => void;
}

/** The only time that the password is seen; a stray click beside the dialog must not lose it (AU-R2). */
export function InitialPasswordDialog({ userName, password, onClose }: Props) {
  return (
    <Modal
      open
      title={`初始密码 · ${userName}`}
      width={440}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          我已复制
        </Button>
      }
    >
      <InitialPassword password={password} />
    </Modal>
  );
}

export function InitialPassword({ password }: { readonly password: string }) {
  const copy = async () => {
    await navigator.clipboard.writeText(password);
    feedback.message.success("已复制");
  };
  return (
    <div className="initial-password">
      <Alert type="warning" showIcon title="仅显示一次，请立即复制" description="首次登录时须修改密码。" />
      <p>
        <output aria-label="初始密码">{password}</output>
        <Button icon={<CopyOutlined aria-hidden />} onClick={copy}>
          复制
        </Button>
      </p>
    </div>
  );
}
