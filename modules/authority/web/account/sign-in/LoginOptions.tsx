import { feedback } from "@ops/platform/web";
import { Button, Checkbox } from "antd";

export function LoginOptions({ remember, onChange }: { remember: boolean; onChange: (remember: boolean) => void }) {
  return (
    <div className="login-options">
      <Checkbox checked={remember} onChange={({ target }) => onChange(target.checked)}>
        记住密码
      </Checkbox>
      <Button type="link" size="small" onClick={() => feedback.message.info("请联系系统管理员重置密码!")}>
        忘记密码
      </Button>
    </div>
  );
}
