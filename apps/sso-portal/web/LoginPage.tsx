import { Logo } from "@ops/platform/web";
import { Alert, Tabs } from "antd";
import { useLoaderData, useNavigate } from "react-router";
import type { PortalConfig } from "./portal-config.ts";
import { SmsForm } from "./SmsForm.tsx";
import { StaffForm } from "./StaffForm.tsx";

export function LoginPage() {
  const { smsAvailable, isProduction, word } = useLoaderData<PortalConfig & { word: string }>();
  const navigate = useNavigate();
  const enter = () => void navigate("/", { replace: true });
  const tabs = [
    { key: "sms", label: "短信登录", children: smsAvailable ? <SmsForm onEnter={enter} /> : <NoGateway /> },
    { key: "staff", label: "工号登录", children: <StaffForm onEnter={enter} /> },
  ];
  return (
    <div className="login">
      <aside className="login-side">
        <div className="login-brand">
          <Logo size={26} />
          <span>统一登录平台</span>
        </div>
        <div className="login-words">
          <p className="login-slogan">
            一次登录，
            <br />
            通行所有应用
          </p>
          <p>使用短信验证码或工号登录，退出时一并退出所有应用</p>
        </div>
        <Road />
      </aside>
      <main className="login-main">
        <div className="login-card">
          <h1>统一登录</h1>
          <p className="login-lead">登录后即可进入您有权使用的应用</p>
          {word !== "" && <Alert type="error" showIcon title={word} className="login-word" />}
          <Tabs items={tabs} defaultActiveKey={smsAvailable ? "sms" : "staff"} destroyOnHidden />
          {!isProduction && (
            <p className="portal-quiet">
              当前为开发环境，短信不会真正发出，可在<a href="#/outbox">短信发件箱</a>查看
            </p>
          )}
        </div>
      </main>
    </div>
  );
}

function NoGateway() {
  return <Alert type="warning" showIcon title="短信网关未配置" description="请使用工号登录，或联系系统管理员。" />;
}

function Road() {
  return (
    <svg className="login-road" viewBox="0 0 800 190" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 120 C150 60 260 90 420 84 S680 50 800 0 V190 H0Z" fill="#fff" opacity=".05" />
      <path d="M0 150 C150 92 300 116 460 110 S700 84 800 48 V190 H0Z" fill="#fff" opacity=".08" />
      <path
        d="M0 158 C160 112 300 130 460 128 S700 112 800 84"
        fill="none"
        stroke="#8fb2ff"
        strokeWidth="2"
        strokeDasharray="14 12"
        opacity=".7"
      />
    </svg>
  );
}
