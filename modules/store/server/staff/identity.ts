import { identityCheck, suspectsAmong } from "@ops/partner/server";
import { type BusinessError, bornOn } from "@ops/platform/contract";
import { countRefusal, findRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { staffErrors } from "../../contract/index.ts";
import { lookupStores } from "../site/published.ts";
import { type StaffRow, staffTable } from "./tables.ts";

const GROWN_UP = 18;

export interface Identity {
  readonly phone: string;
  readonly idNo: string | null;
  /** The record to which these numbers belong already. */
  readonly staffId?: string;
}

/** Opens the sealed phone and id number of a person. */
export function identityOf(tx: Tx, { id, phoneCipher, idNoCipher }: StaffRow): Required<Identity> {
  const idNo = idNoCipher ? tx.vault.open(idNoCipher, id) : null;
  return { phone: tx.vault.open(phoneCipher, id), idNo, staffId: id };
}

/** What links the employments of one human: the id number, or the phone as long as it is not known. */
export function personKeyOf(tx: Tx, { phone, idNo }: Identity): Buffer {
  return idNo === null ? tx.vault.hash("phone", phone) : tx.vault.hash("idCard", idNo);
}

/** Numbers that were typed in this call. */
interface Typed {
  readonly phone?: string | undefined;
  readonly idNo?: string | null | undefined;
}

/** Runs what compares typed numbers with stored ones; whoever guesses is stopped (PF-R104). */
export function countTyped<T>(tx: Tx, { phone, idNo }: Typed, act: () => Promise<T>): Promise<T> {
  const byIdNo = () => (idNo ? countRefusal(tx, { table: staffTable, field: "idNo", text: idNo }, act) : act());
  return phone ? countRefusal(tx, { table: staffTable, field: "phone", text: phone }, byIdNo) : byIdNo();
}

/** Refuses somebody who has a live record here, works for a partner or is restricted (ST-R9). */
export async function refuseIdentity(tx: Tx, identity: Identity): Promise<void> {
  const fault = await identityFault(tx, identity);
  if (fault) throw fault;
}

export async function identityFault(tx: Tx, { phone, idNo, staffId }: Identity): Promise<BusinessError | null> {
  const byPhone = await liveRecord(tx, sql`phone_hash = ${tx.vault.hash("phone", phone)}`, staffId);
  if (byPhone) return staffErrors.staffDup({ what: "手机号", who: await whoIs(tx, byPhone) });
  const isSameId = idNo === null ? null : sql`id_no_hash = ${tx.vault.hash("idCard", idNo)}`;
  const byIdNo = isSameId && (await liveRecord(tx, isSameId, staffId));
  if (byIdNo) return staffErrors.staffDup({ what: "身份证号", who: await whoIs(tx, byIdNo) });
  const { isLiveStaff, isBlacklisted } = await identityCheck(tx, { phone, idNo });
  if (isLiveStaff) return staffErrors.staffPartner();
  return isBlacklisted ? staffErrors.staffBlack() : null;
}

/** Finds those among many of whom some number is known anywhere. The others need not be asked for one by one. */
export async function knownAmong<T extends Identity>(tx: Tx, people: readonly T[]): Promise<ReadonlySet<T>> {
  const hashed = people.map((one) => {
    const idNoHash = one.idNo === null ? null : tx.vault.hash("idCard", one.idNo);
    return { one, phoneHash: tx.vault.hash("phone", one.phone), idNoHash };
  });
  const phones = hashed.map(({ phoneHash }) => phoneHash);
  const idNos = hashed.flatMap(({ idNoHash }) => idNoHash ?? []);
  const { rows } = await sql<{ hash: string }>`
    select encode(phone_hash, 'hex') as hash from store_staff
    where phone_hash = any(${phones}::bytea[]) and state not in ('LEFT', 'REJECTED')
    union all
    select encode(id_no_hash, 'hex') from store_staff
    where id_no_hash = any(${idNos}::bytea[]) and state not in ('LEFT', 'REJECTED')`.execute(tx.kysely);
  const known = new Set(rows.map(({ hash }) => hash));
  const isKnown = (hash: Buffer | null) => hash !== null && known.has(hash.toString("hex"));
  const here = hashed.flatMap(({ one, ...by }) => (isKnown(by.phoneHash) || isKnown(by.idNoHash) ? [one] : []));
  return new Set([...here, ...(await suspectsAmong(tx, people))]);
}

async function liveRecord(tx: Tx, isSame: ReturnType<typeof sql>, staffId: string | undefined) {
  const { rows } = await sql<{ id: string }>`select id from store_staff where ${isSame}
    and state not in ('LEFT', 'REJECTED') and id is distinct from ${staffId ?? null}::uuid`.execute(tx.kysely);
  return rows[0]?.id ?? null;
}

/** Names a person only to those who see the record. */
async function whoIs(tx: Tx, id: string): Promise<string> {
  const seen = await findRecord(tx, staffTable, id);
  if (!seen) return "其他门店人员";
  return `${(await lookupStores(tx, [seen.storeId])).get(seen.storeId)?.name ?? ""}${seen.name}`;
}

/** Refuses somebody who is not 18 on the day of entry. */
export function refuseMinor(idNo: string | null, entryDate: string | null): void {
  if (idNo === null || entryDate === null) return;
  const [year = "", ...rest] = bornOn(idNo).split("-");
  const grownUpOn = [Number(year) + GROWN_UP, ...rest].join("-");
  if (entryDate < grownUpOn) throw staffErrors.staffAge();
}
