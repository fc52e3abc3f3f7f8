import { Button } from "antd";
import { useLoaderData, useRevalidator } from "react-router";

interface Message {
  id: string;
  mobilePhone: string;
  text: string;
  status: string;
  createdAt: string;
}
type Loaded = { success: true; data: Message[] } | { success: false; msg: string };

const statusNames: Record<string, string> = { QUEUED: "待发送", SENDING: "发送中", SENT: "已发送", FAILED: "失败" };

/** Shows developers the messages that would have been sent. It does not exist in production (PF-R53). */
export function OutboxPage() {
  const loaded = useLoaderData<Loaded>();
  const { revalidate, state } = useRevalidator();
  if (!loaded.success) return <p className="portal-waiting">{loaded.msg}</p>;
  return (
    <main className="apps-main">
      <div className="outbox-head">
        <h1>短信发件箱</h1>
        <Button href="#/login">返回登录</Button>
        <Button type="primary" loading={state === "loading"} onClick={() => revalidate()}>
          刷新
        </Button>
      </div>
      <p className="portal-quiet">仅开发环境可见，显示最近 50 条</p>
      {loaded.data.length === 0 && <p className="portal-waiting">暂无短信，在登录页获取验证码后可在此查看</p>}
      <table className="outbox">
        <thead>
          <tr>
            <th>时间</th>
            <th>手机号</th>
            <th>内容</th>
            <th>状态</th>
          </tr>
        </thead>
        <tbody>
          {loaded.data.map(({ id, createdAt, mobilePhone, text, status }) => (
            <tr key={id}>
              <td>{createdAt}</td>
              <td>{mobilePhone}</td>
              <td>{text}</td>
              <td>{statusNames[status] ?? status}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}
