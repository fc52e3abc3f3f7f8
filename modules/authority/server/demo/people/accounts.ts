import type { DemoAccount } from "@ops/platform/server";
import type { UserState } from "../../../contract/index.ts";

export const DEMO_PASSWORD = "Demo@2025";
export const FRESH_PASSWORD = "Init@2025";

type Post = readonly [organization: string, position: string];

/** An account with a known phone, for people who try out the product. */
export interface NamedAccount {
  readonly phone: string;
  readonly staffNo: string;
  readonly userName: string;
  readonly gender: "MALE" | "FEMALE";
  readonly note: string;
  readonly status: UserState;
  readonly boolAdmin: boolean;
  readonly isFresh: boolean;
  /** The primary post comes first. */
  readonly posts: readonly Post[];
}

type Special = Partial<Pick<NamedAccount, "status" | "boolAdmin" | "isFresh">>;
type AccountLine = readonly [userName: string, note: string, posts: readonly Post[], special: Special];

const lines: readonly AccountLine[] = [
  ["系统管理员", "系统管理员", [], { boolAdmin: true }],
  [
    "周文博",
    "区域经理，3个组织",
    [
      ["EAST", "regionManager"],
      ["SOUTH", "regionManager"],
      ["CITY-SH", "cityManager"],
    ],
    {},
  ],
  [
    "王敏",
    "店长，2个组织",
    [
      ["ST-SH01", "storeManager"],
      ["ST-SH02", "storeManager"],
    ],
    {},
  ],
  ["陈浩然", "交付专员，1个组织", [["ST-SH01", "deliverySpecialist"]], {}],
  ["林晓雨", "新账号，首次登录须修改密码", [["ST-BJ01", "salesAdvisor"]], { status: "PENDING", isFresh: true }],
  ["赵立新", "已停用", [["ST-CD01", "salesAdvisor"]], { status: "DISABLED" }],
  ["何雅琴", "已休眠", [["ST-GZ01", "salesAdvisor"]], { status: "DORMANT" }],
  ["吴海涛", "已锁定", [["ST-HZ01", "salesAdvisor"]], {}],
  ["郑书瑶", "没有组织", [], {}],
];

export const namedAccounts: readonly NamedAccount[] = lines.map(([userName, note, posts, special], index) => ({
  userName,
  note,
  posts,
  phone: `1380000000${index + 1}`,
  staffNo: `A000${index + 1}`,
  gender: index % 2 === 0 ? "FEMALE" : "MALE",
  status: "ACTIVE",
  boolAdmin: false,
  isFresh: false,
  ...special,
}));

/** Lists the accounts that the start script prints. */
export function demoAccounts(): DemoAccount[] {
  return namedAccounts.map(({ phone, staffNo, note, isFresh }) => ({
    phone,
    staffNo,
    password: isFresh ? FRESH_PASSWORD : DEMO_PASSWORD,
    note,
  }));
}
