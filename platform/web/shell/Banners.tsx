import { DisconnectOutlined, SyncOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useOnline } from "./online.ts";
import { OUTDATED } from "./outdated.ts";
import { useShellStore } from "./shell-store.ts";
import { ViewAsBanner } from "./ViewAsBanner.tsx";

/** The banners for offline, a new release (PF-R75), and a view as another person. */
export function Banners() {
  const online = useOnline();
  const outdated = useShellStore((state) => state.outdated);
  return (
    <div className="banners" aria-live="polite">
      <ViewAsBanner />
      {!online && (
        <div className="banner" data-tone="warning">
          <DisconnectOutlined aria-hidden /> 网络已断开，正在重连…
        </div>
      )}
      {outdated && (
        <div className="banner" data-tone="info">
          <SyncOutlined aria-hidden /> {OUTDATED}
          <Button size="small" type="primary" onClick={() => window.location.reload()}>
            刷新
          </Button>
        </div>
      )}
    </div>
  );
}
