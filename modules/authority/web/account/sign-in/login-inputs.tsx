import { LockOutlined, MobileOutlined, SafetyOutlined } from "@ant-design/icons";
import { Input } from "antd";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { CaptchaImage } from "./CaptchaImage.tsx";
import { LoginField } from "./LoginField.tsx";

interface LoginInputProps {
  value: string;
  error: string;
  onChange: (typed: string) => void;
}

function labelled(label: string, prefix: ReactNode) {
  return { size: "large", "aria-label": label, placeholder: label, prefix } as const;
}

export function PhoneInput({ value, error, onChange }: LoginInputProps) {
  return (
    <LoginField name="mobilePhone" error={error}>
      <Input
        autoFocus
        autoComplete="username"
        inputMode="tel"
        maxLength={20}
        {...labelled("手机号", <MobileOutlined aria-hidden />)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </LoginField>
  );
}

export function PasswordInput({ value, error, onChange }: LoginInputProps) {
  const [capsLock, setCapsLock] = useState(false);
  return (
    <LoginField name="password" error={error} hint={capsLock ? "大写锁定已打开" : ""}>
      <Input.Password
        autoComplete="current-password"
        maxLength={64}
        {...labelled("密码", <LockOutlined aria-hidden />)}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyUp={(event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"))}
        onBlur={() => setCapsLock(false)}
      />
    </LoginField>
  );
}

interface CaptchaInputProps extends LoginInputProps {
  captcha: { image: string; expired: boolean; loading: boolean; refresh: () => void };
}

export function CaptchaInput({ captcha, value, error, onChange }: CaptchaInputProps) {
  return (
    <div className="login-captcha">
      <LoginField name="verifyCode" error={error}>
        <Input
          autoComplete="off"
          maxLength={10}
          readOnly={captcha.loading} // not disabled, because a disabled field would lose the focus each time
          {...labelled("验证码", <SafetyOutlined aria-hidden />)}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      </LoginField>
      <CaptchaImage image={captcha.image} expired={captcha.expired} refresh={captcha.refresh} />
    </div>
  );
}
