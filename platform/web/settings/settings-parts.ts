import { type Endpoint, listDictTypes, listParams } from "@ops/platform/contract";

export type SettingsKey = "dict" | "param";

interface SettingsPart {
  readonly key: SettingsKey;
  readonly title: string;
  readonly about: string;
  readonly needs: Endpoint;
}

/** The parts of 系统设置, each for those who may read it (platform.md 5.7). */
export const settingsParts: readonly SettingsPart[] = [
  { key: "dict", title: "字典", about: "下拉选项的名称、颜色、顺序与停用", needs: listDictTypes },
  { key: "param", title: "参数", about: "登录、会话与安全等规则的数值", needs: listParams },
];
