import { idNumberCheck, usccCheck } from "@ops/platform/contract";
import { insertMany, pastStamp, type Seeded, systemActor, type Tx } from "@ops/platform/server";
import type { CustomerType } from "../../contract/index.ts";
import type { Buyer } from "../paper/content.ts";
import { HOUR_MS, later } from "./clock.ts";
import type { OrderPlan } from "./plan.ts";

const words = (text: string): [string, ...string[]] => {
  const [first = "", ...rest] = text.split(" ");
  return [first, ...rest];
};
const families = words(
  "王 李 张 刘 陈 杨 赵 黄 周 吴 徐 孙 胡 朱 高 林 何 郭 马 罗 梁 宋 郑 谢 韩 唐 冯 于 董 萧 程 曹 袁 邓",
);
const given = words(
  "伟 敏 磊 静 洋 丽 勇 艳 军 娟 涛 明 超 秀英 霞 平 刚 桂英 建国 志强 思远 雨桐 子涵 浩宇 欣怡 梓萱 俊杰 晓东 海燕 文静 一鸣 嘉豪 雅婷 国栋 佳琪 天佑 若溪 承志",
);
const trades = words("科技 贸易 物流 传媒 建设 咨询 医疗 餐饮");
const houses = words("远航 恒信 嘉诚 瑞丰 中联 新元 盛达 启明 博雅 安泰");

/** A customer as papers name him, and as their contents are compared. */
export interface DemoCustomer extends Buyer {
  readonly name: string;
  readonly idNo: string;
}

/** One in so many buyers is a company. */
const COMPANY_EVERY = 18;

/** Makes the customers of these orders. Who buys a car is the owner whom the register of cars knows, and whoever locked showed the original. */
export async function loadCustomers(
  tx: Tx,
  plans: readonly OrderPlan[],
  draw: Seeded,
): Promise<Map<string, DemoCustomer>> {
  const known = new Map<string, DemoCustomer>();
  const rows: object[] = [];
  for (const { customerId: id, createdAt, lockedAt, advisorId } of plans) {
    if (known.has(id)) continue;
    const person = identityOf(known.size + 1, draw);
    const by = advisorId ?? systemActor.userId;
    const verified = lockedAt && { identityVerifiedAt: later(lockedAt, -HOUR_MS), identityVerifiedBy: by };
    const idNo = lockedAt ? person.idNo : null;
    const name = tx.vault.seal({ field: "name", kind: "name", text: person.name, id });
    const number = tx.vault.seal({ field: "idNo", kind: "idCard", text: person.idNo, id });
    known.set(id, { id, name: person.name, idNo: person.idNo, nameHash: name.nameHash, idNoHash: number.idNoHash });
    rows.push({
      id,
      ...pastStamp(createdAt, by, verified?.identityVerifiedAt),
      type: person.type,
      ...name,
      ...tx.vault.seal({ field: "phone", kind: "phone", text: person.phone, id }),
      ...(idNo === null ? { idNoCipher: null, idNoHash: null, idNoMasked: null } : number),
      identityVerifiedAt: verified?.identityVerifiedAt ?? null,
      identityVerifiedBy: verified?.identityVerifiedBy ?? null,
    });
  }
  await insertMany(tx, "customer", rows);
  return known;
}

interface Identity {
  readonly type: CustomerType;
  readonly name: string;
  readonly phone: string;
  readonly idNo: string;
}

/** The n-th customer, whose phone and number nobody else has. */
function identityOf(n: number, draw: Seeded): Identity {
  const phone = `166${String((n * 48_271_337 + 20_402_457) % 100_000_000).padStart(8, "0")}`;
  if (n % COMPANY_EVERY === 0) {
    const first = `91310115MA1K${String(n).padStart(5, "0")}`;
    const name = `${draw.pick(houses)}${draw.pick(trades)}有限公司`;
    return { type: "COMPANY", name: `上海${name}`, phone, idNo: first + usccCheck(first) };
  }
  const birthday = `${draw.integer(1965, 2003)}${String(draw.integer(1, 12)).padStart(2, "0")}${draw.integer(10, 28)}`;
  const first = `${draw.pick(["310115", "330106", "110105", "440305", "510104"])}${birthday}${String(n % 1_000).padStart(3, "0")}`;
  const name = draw.pick(families) + draw.pick(given);
  return { type: "PERSON", name, phone, idNo: first + idNumberCheck(first) };
}
