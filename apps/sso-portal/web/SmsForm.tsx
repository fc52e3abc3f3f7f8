import { MessageOutlined, MobileOutlined } from "@ant-design/icons";
import { App, Button, Form, Input } from "antd";
import { type FormEvent, useState } from "react";
import { CaptchaField } from "./CaptchaField.tsx";
import { ask, sendSmsCode, smsLogin } from "./calls.ts";
import { useCaptcha } from "./use-captcha.ts";
import { useCountdown } from "./use-countdown.ts";

interface Typed {
  mobilePhone: string;
  verifyCode: string;
  smsCode: string;
}

export function SmsForm({ onEnter }: { onEnter: () => void }) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Typed>();
  const [pending, setPending] = useState<"" | "sending" | "entering">("");
  const [refusal, setRefusal] = useState("");
  const [wait, startWait] = useCountdown();
  const captcha = useCaptcha(() => form.resetFields(["verifyCode"]));

  async function send(): Promise<void> {
    const typed = await form.validateFields(["mobilePhone", "verifyCode"]).catch(() => null);
    if (!typed || wait > 0 || pending !== "") return;
    setPending("sending");
    setRefusal("");
    form.resetFields(["smsCode"]);
    const body = { mobilePhone: typed.mobilePhone.trim(), verifyCode: typed.verifyCode, codeId: captcha.codeId };
    const answer = await ask(sendSmsCode, { body });
    setPending("");
    captcha.refresh(); // the image code is used up, whatever the answer is
    if (!answer.success) {
      if (answer.msgCode === "SMS_WAIT") startWait(Number(/\d+/.exec(answer.msg)?.[0] ?? 0));
      return setRefusal(answer.msg);
    }
    startWait(answer.data.resendAfterSeconds);
    message.success("验证码已发送");
    form.getFieldInstance("smsCode")?.focus();
  }

  /** Signs in. The image code belongs to the message and not to the sign-in, so it is left out here. */
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const typed = await form.validateFields(["mobilePhone", "smsCode"]).catch(() => null);
    if (!typed || pending !== "") return;
    setPending("entering");
    setRefusal("");
    const answer = await ask(smsLogin, {
      body: { mobilePhone: typed.mobilePhone.trim(), smsCode: typed.smsCode.trim() },
    });
    if (answer.success) return onEnter();
    setPending("");
    setRefusal(answer.msg);
  }

  return (
    <Form form={form} name="sms" component={false} validateTrigger={[]}>
      <form className="login-form" noValidate onSubmit={submit}>
        <Form.Item name="mobilePhone" rules={[{ required: true, whitespace: true, message: "请输入手机号！" }]}>
          <Input
            size="large"
            autoFocus
            autoComplete="tel"
            inputMode="tel"
            maxLength={20}
            aria-label="手机号"
            placeholder="手机号"
            prefix={<MobileOutlined aria-hidden />}
          />
        </Form.Item>
        <CaptchaField image={captcha.image} refresh={captcha.refresh} onPressEnter={send} />
        <div className="login-row">
          <Form.Item name="smsCode" rules={[{ required: true, whitespace: true, message: "请输入短信验证码！" }]}>
            <Input
              size="large"
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={6}
              aria-label="短信验证码"
              placeholder="短信验证码"
              prefix={<MessageOutlined aria-hidden />}
            />
          </Form.Item>
          <Button
            size="large"
            className="login-send"
            loading={pending === "sending"}
            disabled={wait > 0}
            onClick={send}
          >
            {wait > 0 ? `${wait}秒后再获取` : "获取验证码"}
          </Button>
        </div>
        <div className="login-refusal" role="alert">
          {refusal}
        </div>
        <Button type="primary" size="large" block htmlType="submit" loading={pending === "entering"}>
          登录
        </Button>
      </form>
    </Form>
  );
}
