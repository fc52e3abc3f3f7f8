import { useOnline } from "@ops/platform/web";
import { Button } from "antd";
import { LoginOptions } from "./LoginOptions.tsx";
import { CaptchaInput, PasswordInput, PhoneInput } from "./login-inputs.tsx";
import { SsoLink } from "./SsoLink.tsx";
import { useLoginForm } from "./use-login-form.ts";

/**
 * The login form. It does not use the form of antd, which would enlarge the first load by a tenth for only three
 * fields.
 */
export function LoginForm({ onEnter }: { onEnter: (entering: boolean) => void }) {
  const online = useOnline();
  const { values, errors, refusal, pending, captcha, change, submit } = useLoginForm(onEnter);
  return (
    <form className="login-form" noValidate onSubmit={submit}>
      <PhoneInput
        value={values.mobilePhone}
        error={errors.mobilePhone}
        onChange={(mobilePhone) => change({ mobilePhone })}
      />
      <PasswordInput value={values.password} error={errors.password} onChange={(password) => change({ password })} />
      <CaptchaInput
        captcha={captcha}
        value={values.verifyCode}
        error={errors.verifyCode}
        onChange={(verifyCode) => change({ verifyCode })}
      />
      <LoginOptions remember={values.remember} onChange={(remember) => change({ remember })} />
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
