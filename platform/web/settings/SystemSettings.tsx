import { type Endpoint, listDictTypes, listParams } from "@ops/platform/contract";
import { lazy, Suspense } from "react";

const SettingsDrawer = lazy(() => import("./SettingsDrawer.tsx"));

export type SettingsKey = "dict" | "param";

/** The parts of 系统设置, each for those who may read it (platform.md 5.7). */
export const settingsParts: readonly {
  readonly key: SettingsKey;
  readonly title: string;
  readonly about: string;
  readonly needs: Endpoint;
}[] = [
  { key: "dict", title: "字典", about: "下拉选项的名称、颜色、顺序与停用", needs: listDictTypes },
  { key: "param", title: "参数", about: "登录、会话与安全等规则的数值", needs: listParams },
];

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
