import { hole, message } from "@ops/platform/contract";

export const loginCodeMessage = message({
  code: "LOGIN_CODE",
  name: "登录验证码",
  text: "【{product}】您的登录验证码为{code}，{minutes}分钟内有效，请勿泄露给他人。",
  holes: { product: hole.text(20, "产品名称"), code: hole.secret(6), minutes: hole.count() },
});

export const confirmCodeMessage = message({
  code: "CONFIRM_CODE",
  name: "操作确认验证码",
  text: "您正在确认「{act}」，验证码为{code}，10分钟内有效，请勿泄露给他人。",
  holes: { act: hole.text(20, "操作名称"), code: hole.secret(6) },
});

export const firstPasswordMessage = message({
  code: "FIRST_PASSWORD",
  name: "初始密码",
  text: "您的账号已开通，登录名为手机号，初始密码{password}，首次登录须修改",
  holes: { password: hole.secret(20) },
});

export const authorityMessages = [loginCodeMessage, confirmCodeMessage, firstPasswordMessage];
