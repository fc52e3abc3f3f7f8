import { Button, Skeleton } from "antd";
import { Component, type ReactNode } from "react";

interface Answer<T> {
  readonly data: T | undefined;
  readonly isError: boolean;
  readonly isFetching: boolean;
  refetch(): unknown;
}

interface Props<T> {
  readonly of: Answer<T>;
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}

/** Shows a placeholder, a failure or the answer of a widget's call. */
export function Loaded<T>({ of, rows = 3, children }: Props<T>) {
  if (of.data !== undefined) return children(of.data);
  if (of.isError && !of.isFetching) return <Failed onRetry={() => void of.refetch()} />;
  return <Skeleton active title={false} paragraph={{ rows }} />;
}

function Failed({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="home-failed" role="alert">
      <Button type="link" onClick={onRetry}>
        加载失败，点击重试
      </Button>
    </div>
  );
}

interface State {
  readonly failed: boolean;
}

/** Catches a widget that crashes or whose code cannot be loaded, so that the others stay. */
export class WidgetBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <section className="home-card">
        <Failed onRetry={() => this.setState({ failed: false })} />
      </section>
    );
  }
}
