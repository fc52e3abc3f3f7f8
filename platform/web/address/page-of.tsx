import type { PageData } from "@ops/platform/contract";
import { Button } from "antd";
import { type ComponentType, useMemo } from "react";
import { usePage } from "../shell/page/page-context.ts";
import { StatusPanel } from "../shell/page/StatusPanel.tsx";
import { usePages } from "../shell/page/use-pages.ts";

/** Makes a page with data in its address. The page gets the data that it declared, or is not shown (PF-R128). */
export function pageOf<D extends object>(declared: PageData<D>, Page: ComponentType<{ readonly data: D }>) {
  return function DeclaredPage() {
    const encoded = usePage().location.pathname.split("/").at(-1) ?? "";
    const data = useMemo(() => declared.read(encoded), [encoded]);
    return data ? <Page data={data} /> : <UnreadableAddress />;
  };
}

function UnreadableAddress() {
  const { back } = usePages();
  const actions = (
    <Button type="primary" onClick={back}>
      返回
    </Button>
  );
  return (
    <StatusPanel
      tone="lost"
      title="抱歉，您访问的页面不存在"
      text="页面参数错误，请从列表重新进入！"
      actions={actions}
    />
  );
}
