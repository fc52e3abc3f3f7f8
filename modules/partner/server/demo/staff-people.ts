import { dayOf, idNumberCheck } from "@ops/platform/contract";
import { demoId, type Seeded, seeded } from "@ops/platform/server";
import type { FreezeSource, StaffState } from "../../contract/index.ts";

const DAY_MS = 86_400_000;
const families = [..."王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董程曹袁邓许傅沈曾彭吕苏"];
const givens =
  "伟 芳 磊 静 洋 敏 勇 丽 军 艳 杰 娟 涛 霞 超 燕 明 玲 刚 婷 辉 雪 鹏 慧 斌 倩 浩 颖 宇 洁 志强 雅琴 建国 晓燕 文博 佳怡 浩然 雨桐 子轩 思琪 宇航 欣怡".split(
    " ",
  );

/** A place of work, with the positions that are filled there in turn. */
export interface Workplace {
  readonly partnerId: string;
  readonly partnerState: string;
  readonly storeId: string | null;
  readonly orgId: string;
  readonly fenceId: string;
  readonly positions: readonly string[];
}

export interface DemoPerson extends Workplace {
  readonly id: string;
  readonly userId: string;
  readonly staffNo: string;
  readonly name: string;
  readonly phone: string;
  readonly idNo: string;
  readonly position: string;
  readonly state: StaffState;
  readonly source: FreezeSource | null;
  readonly joinedAt: Date;
  readonly lastLoginAt: Date | null;
}

/** Makes the n-th person, who is always the same. */
export function personAt(n: number, place: Workplace, now: Date): DemoPerson {
  const random = seeded(`partner-staff:${n}`);
  const state = stateOf(random.integer(0, 39), place);
  const joinedAt = new Date(now.getTime() - random.integer(100, 900) * DAY_MS);
  const idle = random.integer(0, 20);
  return {
    ...place,
    id: demoId(`partner-staff:${n}`),
    userId: demoId(`partner-staff-user:${n}`),
    staffNo: "",
    name: nameOf(random),
    phone: `171${String((n * 7_368_787 + 10_203_041) % 100_000_000).padStart(8, "0")}`,
    idNo: idNoOf(n, random),
    position: place.positions[random.integer(0, place.positions.length - 1)] ?? "SALES",
    state,
    source: null,
    joinedAt,
    lastLoginAt:
      state === "ACTIVE" || state === "LEAVING" ? new Date(now.getTime() - idle * DAY_MS - n * 61_000) : null,
  };
}

function nameOf(random: Seeded): string {
  return `${families[random.integer(0, families.length - 1)]}${givens[random.integer(0, givens.length - 1)]}`;
}

function idNoOf(n: number, random: Seeded): string {
  const born = dayOf(new Date(Date.UTC(random.integer(1975, 2003), random.integer(0, 11), random.integer(1, 28))));
  const first = `330106${born.replaceAll("-", "")}${String(n).padStart(3, "0").slice(-3)}`;
  return first + idNumberCheck(first);
}

/** Chooses a state. All states occur, and most people are active. */
function stateOf(drawn: number, { partnerState }: Workplace): StaffState {
  if (partnerState === "TERMINATED") return "LEFT";
  if (drawn < 3) return "REVIEW";
  if (drawn < 4) return "REJECTED";
  if (drawn < 8) return "TRAINING";
  return drawn < 10 ? "LEFT" : "ACTIVE";
}

const sources: readonly FreezeSource[] = ["MANUAL", "INACTIVE", "CERT_EXPIRED", "SECURITY"];
const EACH = 25;
const ON_LEAVE = 62;

/** Freezes people: all of a suspended partner, and of the others every second one until each reason has enough. */
export function frozenInTurn(people: readonly DemoPerson[], now: Date): DemoPerson[] {
  let met = 0;
  return people.map((person) => {
    if (person.state !== "ACTIVE") return person;
    if (person.partnerState === "SUSPENDED") return { ...person, source: "PARTNER_SUSPEND" };
    if (person.position === "ADMIN" || ++met % 2 === 0 || met > 2 * EACH * sources.length) return person;
    const source = sources[Math.floor(met / 2) % sources.length] ?? null;
    const lastLoginAt = new Date(now.getTime() - (ON_LEAVE + (met % 40)) * DAY_MS);
    return source === "INACTIVE" ? { ...person, source, lastLoginAt } : { ...person, source };
  });
}
