import { StatusPanel } from "@ops/platform/web";
import { BackHome } from "./BackHome.tsx";

export default function Error404Page() {
  return (
    <StatusPanel
      tone="lost"
      title="抱歉，您访问的页面不存在"
      text="地址可能已变更，或接口暂时没有发布。可返回首页，从菜单重新进入。"
      actions={<BackHome />}
    />
  );
}
