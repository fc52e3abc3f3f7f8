import { ExportOutlined } from "@ant-design/icons";
import { useClosing } from "@ops/platform/web";
import { Button, Modal } from "antd";
import type { Blocked } from "./use-launch.ts";

/** Shown when the browser blocked the new tab: the person opens the address with a click. */
export function BlockedLaunch({ name, url, expiresInSeconds, onClose }: Blocked & { readonly onClose: () => void }) {
  const { close, modal } = useClosing(onClose);
  return (
    <Modal width={420} title={`进入「${name}」`} footer={null} {...modal}>
      <p>浏览器拦截了新窗口，请点击下面的链接进入。</p>
      {expiresInSeconds !== null && <p>链接 {expiresInSeconds} 秒内有效，且只能使用一次。</p>}
      <Button
        type="primary"
        icon={<ExportOutlined />}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={close}
      >
        打开{name}
      </Button>
    </Modal>
  );
}
