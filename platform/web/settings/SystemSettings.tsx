import { lazy, Suspense } from "react";
import type { SettingsKey } from "./settings-parts.ts";

const SettingsDrawer = lazy(() => import("./SettingsDrawer.tsx"));

interface Props {
  /** The part that is shown first. */
  readonly part: SettingsKey;
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
