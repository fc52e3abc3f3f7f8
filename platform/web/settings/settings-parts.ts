import {
  type Endpoint,
  listAnnouncements,
  listDictTypes,
  listHolidays,
  listJobs,
  listManagedRegions,
  listNumberRules,
  listOutsideCalls,
  listParams,
} from "@ops/platform/contract";
import type { ReactNode } from "react";

/** A part of 系统设置, for people who may call what it `needs`. */
export interface SettingsPart {
  readonly key: string;
  readonly title: string;
  readonly about: string;
  readonly needs: Endpoint;
  /** The content of a part that a module adds. */
  readonly content?: ReactNode;
}

/** The platform's own parts, in their order (platform.md 5.7). */
export const settingsParts: readonly SettingsPart[] = [
  { key: "dict", title: "字典", about: "下拉选项的名称、颜色、顺序与停用", needs: listDictTypes },
  { key: "param", title: "参数", about: "登录、会话与安全等规则的数值", needs: listParams },
  { key: "number", title: "单号规则", about: "业务单号的前缀与流水位数", needs: listNumberRules },
  { key: "region", title: "行政区划", about: "省、市、区县的名称、代码与调整", needs: listManagedRegions },
  { key: "holiday", title: "节假日", about: "法定放假与调休上班的日期", needs: listHolidays },
  { key: "job", title: "后台任务", about: "执行中、等待与失败的后台任务，定时任务，事件投递", needs: listJobs },
  { key: "outside", title: "外部调用", about: "对外部系统的调用与结果，重试与处理", needs: listOutsideCalls },
  { key: "announcement", title: "公告", about: "向全部人员、组织或角色发布通知", needs: listAnnouncements },
];
