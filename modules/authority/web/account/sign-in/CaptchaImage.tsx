import { Spin } from "antd";

interface CaptchaImageProps {
  image: string;
  expired: boolean;
  refresh: () => void;
}

export function CaptchaImage({ image, expired, refresh }: CaptchaImageProps) {
  return (
    <button type="button" className="plain-button captcha" onClick={refresh} title="点击刷新验证码">
      {image ? <img src={image} alt="点击刷新验证码" /> : !expired && <Spin size="small" />}
      {expired && <span className="captcha-expired">已失效，点击刷新</span>}
    </button>
  );
}
