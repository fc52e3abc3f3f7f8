import { StatusPanel } from "@ops/platform/web";
import { BackHome } from "./BackHome.tsx";

export default function ThirdLoginPage() {
  return (
    <StatusPanel
      tone="info"
      title="暂无可进入的第三方系统"
      text="管理员为您开通第三方账号后，对应的系统会出现在这里，点击即可进入。"
      actions={<BackHome />}
    />
  );
}
