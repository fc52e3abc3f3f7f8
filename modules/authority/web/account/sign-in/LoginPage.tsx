import { Banners, Logo, useProductName } from "@ops/platform/web";
import { Spin } from "antd";
import { useState } from "react";
import { EndedNotice } from "./EndedNotice.tsx";
import { LoginForm } from "./LoginForm.tsx";
import { useTicket } from "./use-ticket.ts";
import "./login.css";

export default function LoginPage() {
  const productName = useProductName();
  const [entering, setEntering] = useState(false);
  const redeeming = useTicket();
  return (
    <div className="login">
      <Banners />
      <aside className="login-side">
        <div className="login-brand">
          <Logo size={26} />
          <span>{productName}</span>
        </div>
        <div className="login-words">
          <p className="login-slogan">
            从线索到交付，
            <br />
            每一步都清清楚楚
          </p>
          <p>线索 · 订单 · 权益 · 物流 · 企业微信，一个工作台完成</p>
        </div>
        <Road />
      </aside>
      <main className="login-main">
        <div className="login-card">
          <EndedNotice />
          <h1>登录</h1>
          <p className="login-lead">使用手机号登录{productName}</p>
          <LoginForm onEnter={setEntering} />
        </div>
      </main>
      {(entering || redeeming) && (
        <div className="full-screen-loading" role="status">
          <Spin size="large" description="正在登录…" />
        </div>
      )}
    </div>
  );
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
