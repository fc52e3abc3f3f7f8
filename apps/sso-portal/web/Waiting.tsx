import { Button, Spin } from "antd";
import { useRouteError } from "react-router";

export function Waiting() {
  return (
    <div className="portal-waiting" role="status">
      <Spin size="large" description="正在处理…" />
    </div>
  );
}

/** Shown if the server could not be reached while a page was loading. */
export function Troubled() {
  const error = useRouteError();
  return (
    <div className="portal-waiting" role="alert">
      <p>系统繁忙，请稍后再试</p>
      <p className="portal-quiet">{error instanceof Error ? error.message : ""}</p>
      <Button type="primary" onClick={() => window.location.reload()}>
        重试
      </Button>
    </div>
  );
}
