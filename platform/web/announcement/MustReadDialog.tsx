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

/** No way past it but 我已阅读. Where the server will not note it, as for somebody who only looks on, it blocks nobody. */
export default function MustReadDialog({ announcement, left, onPass }: Props) {
  const { read, pending } = useRead();
  const { title, content, publishAt } = announcement;
  const confirm = async () => {
    try {
      await read(announcement);
      onPass();
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown; // told already; the dialog stays for another try
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
