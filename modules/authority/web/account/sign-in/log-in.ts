import { call } from "@ops/platform/web";
import { phoneLogin } from "../first-calls.ts";
import { encrypt, forgetRemembered, remember } from "./credentials.ts";
import { enterWorkspace } from "./enter.ts";

export interface LoginValues {
  mobilePhone: string;
  password: string;
  verifyCode: string;
  remember: boolean;
}
export type LoginErrors = Record<"mobilePhone" | "password" | "verifyCode", string>;

export const emptyErrors: LoginErrors = { mobilePhone: "", password: "", verifyCode: "" };

/**
 * Lists missing values. Phone and code are trimmed, the password is used as typed; no call is made while one is empty
 * (PF-R8).
 */
export function missing({ mobilePhone, password, verifyCode }: LoginValues): LoginErrors {
  return {
    mobilePhone: mobilePhone.trim() === "" ? "请输入手机号！" : "",
    password: password === "" ? "请输入密码！" : "",
    verifyCode: verifyCode.trim() === "" ? "请输入验证码！" : "",
  };
}

/** Signs in. Answers null on success, otherwise the message to show (PF-R11). */
export async function logIn(
  values: LoginValues,
  codeId: string,
  onEnter: (entering: boolean) => void,
): Promise<string | null> {
  const { password } = values;
  const mobilePhone = values.mobilePhone.trim();
  const body = { mobilePhone, password: await encrypt(password), verifyCode: values.verifyCode.trim(), codeId };
  const answer = await call(phoneLogin, { body }, { silent: true });
  if (!answer.success) return answer.msg || "手机号或密码错误";
  if (values.remember) await remember({ mobilePhone, password });
  else forgetRemembered();
  onEnter(true);
  await enterWorkspace(answer.data).finally(() => onEnter(false));
  return null;
}
