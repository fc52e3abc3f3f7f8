import { lazy, Suspense } from "react";
import type { SettingsPart } from "./settings-parts.ts";

const SettingsDrawer = lazy(() => import("./SettingsDrawer.tsx"));

interface Props {
  /** The key of the part that is shown first. */
  readonly part: string;
  /** Parts of modules, after the platform's own. */
  readonly more: readonly SettingsPart[];
  readonly onClose: () => void;
}

/** 系统设置, loaded when it is opened for the first time. */
export function SystemSettings(props: Props) {
  return (
    <Suspense>
      <SettingsDrawer {...props} />
    </Suspense>
  );
}
