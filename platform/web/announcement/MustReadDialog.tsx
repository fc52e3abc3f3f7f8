import type { MyAnnouncement } from "@ops/platform/contract";
import { Button, Modal } from "antd";
import { CallFailure } from "../call/failures.ts";
import { useRead } from "./use-announcements.ts";
import "./announcement.css";

interface Props {
  readonly announcement: MyAnnouncement;
  /** How many follow. */
  readonly left: number;
  readonly onPass: () => void;
}

/** The dialog closes only with 我已阅读. If the server does not store it, as for a read-only view, it blocks nobody. */
export default function MustReadDialog({ announcement, left, onPass }: Props) {
  const { read, pending } = useRead();
  const { title, content, publishAt } = announcement;
  const confirm = async () => {
    try {
      await read(announcement);
      onPass();
    } catch (thrown) {
      // the call has already shown the error, and the dialog stays for another try
      if (!(thrown instanceof CallFailure)) throw thrown;
    }
  };
  return (
    <Modal
      open
      centered
      width={600}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={title}
      footer={
        <div className="must-read-foot">
          <small>{left > 0 ? `还有 ${left} 条必读公告` : ""}</small>
          <Button type="primary" autoFocus loading={pending} onClick={() => void confirm()}>
            我已阅读
          </Button>
        </div>
      }
    >
      <small className="must-read-time tabular">发布时间：{publishAt.slice(0, 16)}</small>
      <p className="announcement-content must-read-content">{content}</p>
    </Modal>
  );
}
