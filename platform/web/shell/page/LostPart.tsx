import { Button, Modal } from "antd";
import { Component, type ReactNode } from "react";
import { explainLoss } from "../outdated.ts";
import { forgetLostPart, isLostPart } from "./lost-parts.ts";

interface Props {
  readonly isOverlay: boolean;
  readonly onClose: (() => void) | undefined;
  readonly children: ReactNode;
}

interface State {
  readonly thrown: unknown;
  readonly isClosed: boolean;
}

const whole: State = { thrown: undefined, isClosed: false };

/**
 * Used around a part that is loaded later. If its file is gone, only the part shows it, and the page keeps typed
 * content.
 */
export class LostPart extends Component<Props, State> {
  override state: State = whole;

  static getDerivedStateFromError(thrown: unknown): State {
    return { thrown, isClosed: false };
  }

  private readonly retry = (): void => {
    forgetLostPart(this.state.thrown);
    this.setState(whole);
  };

  private readonly close = (): void => {
    this.setState({ isClosed: true });
    this.props.onClose?.();
  };

  override render(): ReactNode {
    const { thrown, isClosed } = this.state;
    if (thrown === undefined) return this.props.children;
    if (!isLostPart(thrown)) throw thrown; // a bug concerns the whole page
    if (!this.props.isOverlay) {
      return (
        <p className="part-lost" role="alert">
          {explainLoss()}
          <Button size="small" onClick={this.retry}>
            重试
          </Button>
        </p>
      );
    }
    return (
      <Modal
        open={!isClosed}
        title={explainLoss()}
        okText="重试"
        cancelText="关闭"
        onOk={this.retry}
        onCancel={this.close}
      >
        这里的内容没有加载出来，页面上已填写的内容还在。请先重试；仍不成功时，请保存或记下已填写的内容，再刷新页面。
      </Modal>
    );
  }
}
