import { endpoint, idParams, listAnnouncements, listDictTypes, listParams, version } from "@ops/platform/contract";
import { z } from "zod";
import { organizationType } from "../organization/shape.ts";
import { userStates } from "../person/states.ts";
import { listSmsMessages } from "../sms-outbox/calls.ts";

interface HomeWidget {
  readonly title: string;
  /** The widget is offered to holders of one of these codes, and to everybody if there are none. */
  readonly needs?: readonly string[];
}

const ACCOUNTS = "authority:user:list";
const SIGN_INS = "authority:loginLog:list";
const ROLES = "authority:role:list";
const OVERSTEPS = "authority:audit:list";

/** The widgets in their default order, which people see whose position has no arrangement of its own. */
const own = z.enum([
  "todos",
  "announcements",
  "entries",
  "security",
  "recent",
  "notices",
  "downloads",
  "signInTrend",
  "settings",
  "signInHours",
  "devices",
  "directory",
  "accountStatus",
  "peopleByType",
  "roleRisk",
  "oversteps",
] as const);
export type OwnWidgetKey = z.output<typeof own>;
export const standardHome: readonly OwnWidgetKey[] = own.options;

/** Widgets of other modules have names such as `logistics.transit`. The server knows which ones exist (PF-R129). */
const keys = z.string().regex(/^[a-zA-Z]+(\.[a-zA-Z]+)?$/, "组件不存在");

/** The widgets of this module that the home page can show below the greeting. */
export const ownWidgets: Readonly<Record<OwnWidgetKey, HomeWidget>> = {
  todos: { title: "我的待办" },
  entries: { title: "快捷入口" },
  announcements: { title: "公告" },
  recent: { title: "最近访问" },
  notices: { title: "通知" },
  downloads: { title: "我的下载" },
  devices: { title: "登录设备" },
  settings: {
    title: "系统设置",
    needs: [listDictTypes, listParams, listAnnouncements, listSmsMessages].map(({ permission }) => permission),
  },
  directory: { title: "全部功能" },
  security: { title: "账号安全概览", needs: [ACCOUNTS, ROLES] },
  signInTrend: { title: "登录趋势", needs: [SIGN_INS] },
  signInHours: { title: "登录时段", needs: [SIGN_INS] },
  accountStatus: { title: "账号状态", needs: [ACCOUNTS] },
  peopleByType: { title: "人员分布", needs: [ACCOUNTS] },
  roleRisk: { title: "角色风险排行", needs: [ROLES] },
  oversteps: { title: "越权拒绝", needs: [OVERSTEPS] },
};

const placed = z
  .array(keys)
  .max(40, "首页组件过多")
  .refine((list) => new Set(list).size === list.length, "首页组件重复")
  .meta({ label: "首页组件", examples: [["todos", "announcements"]] });

export const MOST_PINNED = 8;

const HomeLayout = z.object({
  /** The widgets in their order, limited to those that the caller may have. */
  placed: z.array(keys),
  offered: z.array(keys),
  /** Whether the person has an arrangement of their own. Otherwise the default of the position is shown. */
  isOwn: z.boolean(),
  /** Paths of the quick entries; null before the first choice. */
  pinned: z.array(z.string()).nullable(),
  /** The version is 0 until something was saved. */
  version: z.int(),
});
export type HomeLayout = z.output<typeof HomeLayout>;

export const getHomeWidgets = endpoint({
  method: "GET",
  path: "/user/v1/home/widgets",
  title: "首页组件",
  permission: "session",
  answer: HomeLayout,
});

export const saveHomeLayout = endpoint({
  method: "PUT",
  path: "/user/v1/home/layout",
  audit: "调整首页布局",
  permission: "session",
  body: z.object({
    /** Null restores the default arrangement. */
    widgets: placed.nullable(),
    pinned: z
      .array(z.string().min(1).max(200))
      .max(MOST_PINNED, `快捷入口最多${MOST_PINNED}个`)
      .refine((list) => new Set(list).size === list.length, "快捷入口重复")
      .nullable()
      .meta({ label: "快捷入口" }),
    version: z.int("版本号格式不正确").min(0).max(2_147_483_647).meta({ label: "版本号" }),
  }),
  answer: HomeLayout,
});

/** Sets the arrangement for holders of a position who have none of their own. */
export const setPositionHome = endpoint({
  method: "PUT",
  path: "/user/v1/positions/{id}/home",
  audit: "设置职位默认首页",
  permission: "authority:position:edit",
  params: idParams,
  body: z.object({ widgets: placed.nullable(), version }),
  answer: z.object({ widgets: z.array(keys).nullable(), version }),
});

/** Answers the figures of section 9 for the people in scope. */
export const getAccountFigures = endpoint({
  method: "GET",
  path: "/user/v1/home/accounts",
  title: "账号概览",
  permission: ACCOUNTS,
  answer: z.object({
    /** Accounts that are neither deleted nor left. */
    total: z.int(),
    /** Accounts with activity within 30 days. */
    active: z.int(),
    /** Accounts that are dormant, or in use but idle for 45 days or longer. The rate divides this by `awakeOrAsleep`. */
    idle: z.int(),
    awakeOrAsleep: z.int(),
    /** Accounts that still have their initial password three days or longer after they were created. */
    initialPassword: z.int(),
    byStatus: z.array(z.object({ status: userStates.schema, count: z.int() })),
    /** People with a post, by the type of the organisation. */
    byType: z.array(z.object({ type: organizationType, count: z.int() })),
  }),
});

export const getSignInFigures = endpoint({
  method: "GET",
  path: "/user/v1/home/sign-ins",
  title: "登录概览",
  permission: SIGN_INS,
  answer: z.object({
    /** The last 14 days, today included. */
    days: z.array(z.object({ day: z.string(), logins: z.int(), failures: z.int() })),
    /** Logins of these days by weekday, Monday first, and hour. */
    hours: z.array(z.array(z.int())),
  }),
});

export const getRoleFigures = endpoint({
  method: "GET",
  path: "/user/v1/home/roles",
  title: "授权概览",
  permission: ROLES,
  answer: z.object({
    /** Grants in force of roles at 高 or 极高, of people in scope. */
    highGrants: z.int(),
    /** How many of these grants have no end. */
    endlessHighGrants: z.int(),
    ranking: z.array(z.object({ name: z.string(), points: z.number(), people: z.int() })),
  }),
});

export const getOverstepFigures = endpoint({
  method: "GET",
  path: "/user/v1/home/oversteps",
  title: "越权拒绝概览",
  permission: OVERSTEPS,
  answer: z.object({
    today: z.int(),
    /** The last 14 days, today included. */
    days: z.array(z.object({ day: z.string(), count: z.int() })),
    /** The people who tried most often in these days to do what they may not. */
    people: z.array(z.object({ userName: z.string(), count: z.int() })),
  }),
});
