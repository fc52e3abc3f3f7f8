import { lookupOrganizations } from "@ops/authority/server";
import { hasLicense, lookupPartners, partnerStaffAt } from "@ops/partner/server";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import {
  isCertRateMet,
  openingErrors,
  type ReadinessItem,
  type ReadinessKey,
  readinessItems,
  type VerificationState,
  verificationStates,
} from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { storePositions } from "../position/published.ts";
import type { StoreRow } from "../site/tables.ts";
import { trainedHeadsOf } from "../training/gate.ts";

interface Checked {
  readonly isReady: boolean;
  readonly note: string;
}

/** Somebody who is in post in the store, of the brand or of its partner. */
interface InPost {
  readonly userId: string | null;
  readonly name: string;
  readonly positionCode: string | null;
}

async function inPostAt(tx: Tx, storeId: string): Promise<InPost[]> {
  const own = await findRows(tx, "storeStaff", { storeId, state: "IN_POST" }, "staffNo");
  const partners = (await partnerStaffAt(tx, storeId)).filter(({ state }) => state === "ACTIVE");
  return [...own, ...partners];
}

/** The items with the numbers of the rule. */
const numbered: readonly (readonly [no: number, key: ReadinessKey])[] = [
  [1, "PLACE"],
  [2, "HOURS"],
  [3, "LICENSE"],
  [4, "MANAGER"],
  [5, "HEADS"],
  [6, "VERIFIED"],
  [7, "CERTS"],
];

/** Checks what a store needs to open, item by item (ST-R4). */
export async function readinessOf(tx: Tx, store: StoreRow): Promise<ReadinessItem[]> {
  const people = await inPostAt(tx, store.id);
  const checks: Record<ReadinessKey, Checked | null> = {
    PLACE: placeOf(store),
    HOURS: await hoursOf(tx, store),
    LICENSE: await licenseOf(tx, store),
    MANAGER: await managerOf(tx, store, people),
    HEADS: await headsOf(tx, store, people),
    VERIFIED: await verifiedOf(tx, store),
    CERTS: await certsOf(tx, store),
  };
  return numbered.flatMap(([no, key]) => {
    const checked = checks[key];
    return checked ? [{ no, key, label: readinessItems[key], ...checked }] : [];
  });
}

/** Refuses with the names of the items that are missing. A trial needs no verification. */
export async function requireReady(tx: Tx, store: StoreRow, { isTrial = false } = {}): Promise<void> {
  const missing = (await readinessOf(tx, store)).filter(({ key, isReady }) => {
    return !isReady && !(isTrial && key === "VERIFIED");
  });
  if (missing.length > 0) throw openingErrors.openNotReady({ list: missing.map(({ label }) => label).join("、") });
}

const lacking = (parts: Readonly<Record<string, unknown>>): Checked => {
  const missing = Object.entries(parts).flatMap(([label, value]) => (value === null || value === "" ? [label] : []));
  return missing.length === 0
    ? { isReady: true, note: "已完善" }
    : { isReady: false, note: `缺少${missing.join("、")}` };
};

const placeOf = ({ address, lng, phone }: StoreRow) => lacking({ 地址: address, 坐标: lng, 服务电话: phone });

async function hoursOf(tx: Tx, { id }: StoreRow): Promise<Checked> {
  const isKept = (await findRow(tx, "storeHours", { id })) !== undefined;
  return { isReady: isKept, note: isKept ? "已维护" : "未维护，当前为默认营业时间" };
}

/** A store of a partner trades under the licence of the partner, which may still be waiting for its review. */
async function licenseOf(tx: Tx, store: StoreRow): Promise<Checked> {
  const { partnerId, legalEntity, licenseNo, licenseFileId } = store;
  if (partnerId !== null) {
    const name = (await lookupPartners(tx, [partnerId])).get(partnerId)?.shortName ?? "";
    const isReady = await hasLicense(tx, partnerId);
    return { isReady, note: isReady ? `使用合作伙伴${name}的主体` : `合作伙伴${name}没有有效的营业执照` };
  }
  return lacking({ 主体名称: legalEntity, 统一社会信用代码: licenseNo, 营业执照: licenseFileId });
}

async function managerOf(tx: Tx, { id }: StoreRow, people: readonly InPost[]): Promise<Checked> {
  const leader = (await lookupOrganizations(tx, [id])).get(id)?.leaderUserId ?? null;
  if (leader === null) return { isReady: false, note: "未设置店长" };
  const manager = people.find(({ userId }) => userId === leader);
  return manager ? { isReady: true, note: manager.name } : { isReady: false, note: "店长不是本店在岗人员" };
}

async function headsOf(tx: Tx, { storeType, storeLevel }: StoreRow, people: readonly InPost[]): Promise<Checked> {
  const rows = await findRows(tx, "headcountTemplate", { storeType, storeLevel }, "positionCode");
  const positions = await storePositions(tx);
  const counted = rows
    .filter(({ minOpen }) => minOpen > 0)
    .map(({ positionCode, minOpen }) => {
      const heads = people.filter((one) => one.positionCode === positionCode).length;
      return {
        isEnough: heads >= minOpen,
        text: `${positions.get(positionCode)?.name ?? positionCode} ${heads}/${minOpen}`,
      };
    });
  if (counted.length === 0) return { isReady: true, note: "没有最低人数要求" };
  return { isReady: counted.every(({ isEnough }) => isEnough), note: counted.map(({ text }) => text).join("、") };
}

/** The share of certified people that the training standard asks for, position by position. */
async function certsOf(tx: Tx, store: StoreRow): Promise<Checked> {
  const heads = (await trainedHeadsOf(tx, store)).filter(({ minCertPct }) => minCertPct > 0);
  if (heads.length === 0) return { isReady: true, note: "没有认证率要求" };
  const texts = heads.map(({ positionName, certified, assigned }) => `${positionName} ${certified}/${assigned}`);
  return { isReady: heads.every(isCertRateMet), note: texts.join("、") };
}

/** The latest 开业验收 of the project that opens or moves the store; null if there is no such project. */
async function verifiedOf(tx: Tx, { id }: StoreRow): Promise<Checked | null> {
  const { rows } = await sql<{ state: VerificationState | null; majors: number }>`
    select v.state, (select count(*)::int from project_rectification r
      where r.verification_id = v.id and r.level = 'MAJOR' and r.state <> 'CLOSED') as majors
    from store_project p left join lateral (select id, state from project_verification
      where project_id = p.id and kind = 'OPENING' order by round_no desc limit 1) v on true
    where p.store_id = ${id} and p.kind in ('NEW', 'MOVE') and p.state <> 'TERMINATED'
    order by p.created_at desc, p.id desc limit 1`.execute(tx.kysely);
  const [round] = rows;
  if (!round) return null;
  if (round.state === null) return { isReady: false, note: "尚未验收" };
  const isReady = round.state === "PASSED" || (round.state === "CONDITIONAL" && round.majors === 0);
  const open = round.majors > 0 ? `，重大整改项${round.majors}项未关闭` : "";
  return { isReady, note: `${verificationStates.label(round.state)}${open}` };
}
