import { Button } from "antd";
import { Component, type ReactNode } from "react";
import { explainLoss, isChunkFailure } from "../outdated.ts";
import { StatusPanel } from "./StatusPanel.tsx";

interface State {
  thrown: unknown;
}

/** Used around the whole app and around each page: the crashed part shows an error, and the rest stays. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { thrown: undefined };

  static getDerivedStateFromError(thrown: unknown): State {
    return { thrown: thrown ?? new Error("unknown") };
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (thrown === undefined) return this.props.children;
    const reload = (
      <Button type="primary" onClick={() => window.location.reload()}>
        刷新页面
      </Button>
    );
    if (isChunkFailure(thrown)) return <StatusPanel tone="info" title={explainLoss()} actions={reload} />;
    const retry = <Button onClick={() => this.setState({ thrown: undefined })}>重试</Button>;
    return (
      <StatusPanel
        tone="error"
        title="抱歉，页面出错了"
        text="已填写的内容可能丢失，请重试；多次出现请联系管理员。"
        actions={
          <>
            {retry}
            {reload}
          </>
        }
      />
    );
  }
}
