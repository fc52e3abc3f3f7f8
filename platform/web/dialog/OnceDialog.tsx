import { Button, Modal } from "antd";
import type { ReactNode } from "react";

interface Props {
  readonly title: string;
  readonly width: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows something that is visible only once, so a click beside the dialog or Esc does not close it. */
export function OnceDialog({ title, width, onClose, children }: Props) {
  return (
    <Modal
      open
      title={title}
      width={width}
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
      footer={
        <Button type="primary" onClick={onClose}>
          我已复制
        </Button>
      }
    >
      {children}
    </Modal>
  );
}
