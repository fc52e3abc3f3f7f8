import { SystemSettings, useOpened } from "@ops/platform/web";
import { ownSettings } from "./own-settings.tsx";

/**
 * Opens 系统设置 over any page whose address has `?settings=outside`, so that cards and notices can link to a part of it.
 */
export default function SettingsOfAddress() {
  const { drawer, open } = useOpened("settings");
  return (
    drawer && (
      <SystemSettings part={drawer.id} more={ownSettings} onPart={(part) => open(part)} onClose={drawer.onClose} />
    )
  );
}
