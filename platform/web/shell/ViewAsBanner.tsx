import { EyeOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { leaveViewOnce } from "../session/life.ts";
import { useSession } from "../session/use-session.ts";

/** Shown while the session views the product as another person (AU-R26). */
export function ViewAsBanner() {
  const { user } = useSession();
  const [leaving, setLeaving] = useState(false);
  if (!user?.viewAs) return null;
  const leave = async () => {
    setLeaving(true);
    await leaveViewOnce();
    setLeaving(false);
  };
  return (
    <div className="banner" data-tone="warning">
      <EyeOutlined aria-hidden /> 正在以「{user.userName} · {user.viewAs.post}」的视角浏览（只读）
      <Button size="small" loading={leaving} onClick={() => void leave()}>
        退出
      </Button>
    </div>
  );
}
