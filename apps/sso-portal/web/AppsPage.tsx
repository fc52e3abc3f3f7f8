import { AppstoreOutlined, ArrowRightOutlined, LogoutOutlined } from "@ant-design/icons";
import { Logo } from "@ops/platform/web";
import { Alert, Button, Popconfirm, Spin } from "antd";
import { useState } from "react";
import { useLoaderData, useNavigate } from "react-router";
import { ask, portalLogout } from "./calls.ts";
import { enterApp } from "./enter.ts";

interface Loaded {
  userName: string;
  apps: { clientId: string; name: string }[];
  /** Why an application could not be opened before. */
  word: string;
}

export function AppsPage() {
  const { userName, apps, word } = useLoaderData<Loaded>();
  const [opening, setOpening] = useState("");
  const [refusal, setRefusal] = useState(word);

  async function open(clientId: string): Promise<void> {
    setOpening(clientId);
    const message = await enterApp(clientId);
    if (message === "") return;
    setOpening("");
    setRefusal(message);
  }

  return (
    <div className="apps">
      <header className="apps-head">
        <Logo size={26} />
        <span className="apps-title">统一登录平台</span>
        <span className="apps-user">{userName}</span>
        <LogoutButton onRefused={setRefusal} />
      </header>
      <main className="apps-main">
        <h1>应用列表</h1>
        <p className="portal-quiet">选择要进入的应用</p>
        {refusal !== "" && <Alert type="error" showIcon title={refusal} className="login-word" />}
        {apps.length === 0 && <p>暂无可用的应用，请联系系统管理员</p>}
        <ul className="apps-list">
          {apps.map(({ clientId, name }) => (
            <li key={clientId}>
              <button type="button" className="apps-card" disabled={opening !== ""} onClick={() => open(clientId)}>
                <AppstoreOutlined className="apps-icon" aria-hidden />
                <span className="apps-name">{name}</span>
                {opening === clientId ? <Spin size="small" /> : <ArrowRightOutlined aria-hidden />}
              </button>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}

function LogoutButton({ onRefused }: { onRefused: (message: string) => void }) {
  const navigate = useNavigate();

  async function leave(): Promise<void> {
    const answer = await ask(portalLogout, {});
    // a session that has already ended is fine
    if (answer.success || answer.msgCode === "session") return navigate("/login", { replace: true });
    onRefused(answer.msg);
  }

  return (
    <Popconfirm title="退出登录" description="将同时退出所有已登录的应用" placement="bottomRight" onConfirm={leave}>
      <Button icon={<LogoutOutlined aria-hidden />} title="将同时退出所有已登录的应用">
        退出登录
      </Button>
    </Popconfirm>
  );
}
