import { usePages } from "@ops/platform/web";
import { Button } from "antd";

export function BackHome() {
  const pages = usePages();
  return (
    <Button type="primary" onClick={pages.home}>
      返回首页
    </Button>
  );
}
