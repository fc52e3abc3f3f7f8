import { LockOutlined, MobileOutlined, SafetyOutlined } from "@ant-design/icons";
import { feedback, useOnline } from "@ops/platform/web";
import { Button, Checkbox, Input } from "antd";
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useEffect, useState } from "react";
import { CaptchaImage } from "./CaptchaImage.tsx";
import { remembered } from "./credentials.ts";
import { LoginField } from "./LoginField.tsx";
import { emptyErrors, type LoginErrors, type LoginValues, logIn, missing } from "./log-in.ts";
import { SsoLink } from "./SsoLink.tsx";
import { useCaptcha } from "./use-captcha.ts";

/** Own small form: antd's would add a tenth to the first load for three required fields. */
export function LoginForm({ onEnter }: { onEnter: (entering: boolean) => void }) {
  const online = useOnline();
  const [values, setValues] = useState<LoginValues>({ mobilePhone: "", password: "", verifyCode: "", remember: false });
  const [errors, setErrors] = useState<LoginErrors>(emptyErrors);
  const [refusal, setRefusal] = useState("");
  const [pending, setPending] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const captcha = useCaptcha(() => setValues((before) => ({ ...before, verifyCode: "" })));

  useEffect(() => {
    remembered().then(
      (known) => known && setValues((before) => ({ ...before, ...known, remember: true })),
      () => undefined, // the login itself tells that the server cannot be reached
    );
  }, []);

  function change(typed: Partial<LoginValues>): void {
    setValues((before) => ({ ...before, ...typed }));
    for (const field of Object.keys(typed)) setErrors((before) => ({ ...before, [field]: "" }));
  }

  async function submit(event: SyntheticEvent): Promise<void> {
    event.preventDefault();
    const found = missing(values);
    setErrors(found);
    setRefusal("");
    if (pending || Object.values(found).some(Boolean)) return;
    setPending(true);
    try {
      const message = await logIn(values, await captcha.codeId(), onEnter);
      if (message !== null) startOver(message);
    } catch {
      startOver(""); // the fault has been told
    } finally {
      setPending(false);
    }
  }

  /** Phone and password stay, the code is used up (PF-R11). */
  function startOver(message: string): void {
    setRefusal(message);
    change({ verifyCode: "" });
    captcha.refresh();
  }

  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <LoginField name="mobilePhone" error={errors.mobilePhone}>
        <Input
          autoFocus
          autoComplete="username"
          inputMode="tel"
          maxLength={20}
          {...labelled("手机号", <MobileOutlined aria-hidden />)}
          value={values.mobilePhone}
          onChange={({ target }) => change({ mobilePhone: target.value })}
        />
      </LoginField>
      <LoginField name="password" error={errors.password || (capsLock ? "大写锁定已打开" : "")}>
        <Input.Password
          autoComplete="current-password"
          maxLength={64}
          {...labelled("密码", <LockOutlined aria-hidden />)}
          value={values.password}
          onChange={({ target }) => change({ password: target.value })}
          onKeyUp={(event: KeyboardEvent) => setCapsLock(event.getModifierState("CapsLock"))}
          onBlur={() => setCapsLock(false)}
        />
      </LoginField>
      <div className="login-captcha">
        <LoginField name="verifyCode" error={errors.verifyCode}>
          <Input
            autoComplete="off"
            maxLength={10}
            {...labelled("验证码", <SafetyOutlined aria-hidden />)}
            value={values.verifyCode}
            onChange={({ target }) => change({ verifyCode: target.value })}
          />
        </LoginField>
        <CaptchaImage image={captcha.image} expired={captcha.expired} refresh={captcha.refresh} />
      </div>
      <div className="login-options">
        <Checkbox checked={values.remember} onChange={({ target }) => change({ remember: target.checked })}>
          记住密码
        </Checkbox>
        <Button type="link" size="small" onClick={() => feedback.message.info("请联系系统管理员重置密码!")}>
          忘记密码
        </Button>
      </div>
      <div className="login-refusal" role="alert">
        {refusal}
      </div>
      <Button type="primary" size="large" block htmlType="submit" loading={pending} disabled={!online}>
        登录
      </Button>
      <SsoLink />
    </form>
  );
}

function labelled(label: string, prefix: ReactNode) {
  return { size: "large", "aria-label": label, placeholder: label, prefix } as const;
}
