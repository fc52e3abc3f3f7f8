import { ExclamationCircleFilled } from "@ant-design/icons";
import { askForNewPassword, mustChangePassword, useSession, useSessionStore } from "@ops/platform/web";
import { Button, Modal } from "antd";
import { useEffect } from "react";

const PROMPT_DELAY_MS = 400;
const INITIAL_PASSWORD = "您当前使用的是初始密码，为保障账号安全，请先修改密码！";

/** Asks for a new password shortly after arrival, and again whenever the server insists (PF-R37). */
export function PasswordPrompt() {
  const { user } = useSession();
  const open = useSessionStore((state) => state.passwordPromptOpen);
  const userId = user?.id;
  useEffect(() => {
    if (!userId || !mustChangePassword()) return;
    const timer = setTimeout(askForNewPassword, PROMPT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [userId]);
  const change = () => useSessionStore.setState({ passwordPromptOpen: false, changePasswordOpen: true });
  return (
    <Modal
      open={open}
      width={416}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={
        <>
          <ExclamationCircleFilled className="password-prompt-icon" aria-hidden /> 请修改密码
        </>
      }
      footer={
        <Button type="primary" onClick={change}>
          确定
        </Button>
      }
    >
      {user?.changePwdReason || INITIAL_PASSWORD}
    </Modal>
  );
}
