import { CopyOutlined } from "@ant-design/icons";
import { copyText, StatusPanel, usePage, usePages } from "@ops/platform/web";
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
                onClick={() => void copyText(traceId, "编号")}
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
