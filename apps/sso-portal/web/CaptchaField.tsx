import { SafetyOutlined } from "@ant-design/icons";
import { Form, Input, Spin } from "antd";

interface CaptchaFieldProps {
  image: string;
  refresh: () => void;
  /** Called on Enter, for a form whose own button sends the image code. */
  onPressEnter?: () => void;
}

export function CaptchaField({ image, refresh, onPressEnter }: CaptchaFieldProps) {
  return (
    <div className="login-row">
      <Form.Item name="verifyCode" rules={[{ required: true, message: "请输入验证码！" }]}>
        <Input
          size="large"
          autoComplete="off"
          maxLength={10}
          aria-label="图形验证码"
          placeholder="图形验证码"
          prefix={<SafetyOutlined aria-hidden />}
          {...(onPressEnter
            ? {
                onPressEnter: (event) => {
                  event.preventDefault();
                  onPressEnter();
                },
              }
            : {})}
        />
      </Form.Item>
      <button type="button" className="captcha" onClick={refresh} title="点击刷新验证码">
        {image ? <img src={image} alt="点击刷新验证码" /> : <Spin size="small" />}
      </button>
    </div>
  );
}
