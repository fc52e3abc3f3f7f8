import { CopyOutlined } from "@ant-design/icons";
import { feedback, StatusPanel, usePage, usePages } from "@ops/platform/web";
import { Button } from "antd";
import { BackHome } from "./BackHome.tsx";

export default function Error500Page() {
  const pages = usePages();
  const traceId = new URLSearchParams(usePage().location.search).get("traceId");
  return (
    <StatusPanel
      tone="error"
      title="抱歉，服务器出错了"
      text={
        <>
          <p>请稍后重试；多次出现时，请把编号告诉管理员。</p>
          {traceId && (
            <p className="tabular">
              编号：{traceId}
              <Button
                type="text"
                size="small"
                aria-label="复制编号"
                icon={<CopyOutlined />}
                onClick={() => void copy(traceId)}
              />
            </p>
          )}
        </>
      }
      actions={
        <>
          <Button onClick={pages.back}>重试</Button>
          <BackHome />
        </>
      }
    />
  );
}

/** Plain-http hosts have no clipboard: the number is then selected by hand. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    feedback.message.success("已复制");
  } catch {
    feedback.message.info("请手动选中编号复制");
  }
}
