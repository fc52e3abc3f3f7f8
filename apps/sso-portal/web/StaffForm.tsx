import { IdcardOutlined, LockOutlined } from "@ant-design/icons";
import { Button, Form, Input } from "antd";
import { useState } from "react";
import { CaptchaField } from "./CaptchaField.tsx";
import { ask, staffLogin } from "./calls.ts";
import { encryptText } from "./portal-config.ts";
import { useCaptcha } from "./use-captcha.ts";

interface Typed {
  staffNo: string;
  password: string;
  verifyCode: string;
}

export function StaffForm({ onEnter }: { onEnter: () => void }) {
  const [form] = Form.useForm<Typed>();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState("");
  const captcha = useCaptcha(() => form.resetFields(["verifyCode"]));

  async function submit({ staffNo, password, verifyCode }: Typed): Promise<void> {
    setPending(true);
    setRefusal("");
    const typed = { staffNo: staffNo.trim(), verifyCode, codeId: captcha.codeId };
    const answer = await ask(staffLogin, { body: { ...typed, password: await encryptText(password) } });
    if (answer.success) return onEnter();
    setPending(false);
    setRefusal(answer.msg);
    captcha.refresh();
  }

  return (
    <Form form={form} name="staff" className="login-form" validateTrigger="onSubmit" onFinish={submit}>
      <Form.Item name="staffNo" rules={[{ required: true, whitespace: true, message: "请输入工号！" }]}>
        <Input
          size="large"
          autoFocus
          autoComplete="username"
          maxLength={20}
          aria-label="工号"
          placeholder="工号"
          prefix={<IdcardOutlined aria-hidden />}
        />
      </Form.Item>
      <Form.Item name="password" rules={[{ required: true, message: "请输入密码！" }]}>
        <Input.Password
          size="large"
          autoComplete="current-password"
          maxLength={64}
          aria-label="密码"
          placeholder="密码（与手机号登录相同）"
          prefix={<LockOutlined aria-hidden />}
        />
      </Form.Item>
      <CaptchaField image={captcha.image} refresh={captcha.refresh} />
      <div className="login-refusal" role="alert">
        {refusal}
      </div>
      <Button type="primary" size="large" block htmlType="submit" loading={pending}>
        登录
      </Button>
    </Form>
  );
}
