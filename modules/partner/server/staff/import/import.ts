import { isIdNumber, normalIdNumber } from "@ops/platform/contract";
import {
  changeRecord,
  findRecord,
  type ImportCall,
  type ImportRow,
  type ImportSource,
  SKIPPED,
  type Tx,
  verdictsOf,
} from "@ops/platform/server";
import { contractType, staffErrors, staffImport } from "../../../contract/index.ts";
import { storesBelow } from "../../company/stores-below.ts";
import { type PartnerRow, partners } from "../../company/tables.ts";
import { db } from "../../database.ts";
import { findRepeatedRows } from "../../repeated-rows.ts";
import { followStaff } from "../account/account.ts";
import { lockAnew } from "../find.ts";
import { keepsPhone, refuseIdentity } from "../identity.ts";
import { placeOf } from "../place.ts";
import { type StaffRow, staffs } from "../tables.ts";
import { takesStaff } from "../takes-staff.ts";
import { insertStaff, refuseLeaver } from "./insert.ts";

const OVERWRITE = "overwrite";
const idNoOf = ({ values }: ImportRow) => normalIdNumber(values["idNo"] ?? "");
const phoneOf = ({ values }: ImportRow) => values["phone"] ?? "";
const onePhoneEach = { readValue: phoneOf, tell: (n: number) => staffErrors.staffPhoneLine({ n }).message };

/** The free seats of each partner after the earlier rows. */
type Seats = Map<string, number>;
type Call = ImportCall<unknown, Seats>;

/** 员工导入: imported people wait for review like typed ones, and their roles are chosen at the review. */
export const staffImportSource: ImportSource<unknown, Seats> = {
  kind: staffImport,
  keyOf: idNoOf,
  arrange: (rows) => ({ rows, problems: findRepeatedRows(rows, onePhoneEach) }),
  checksAlone: true,
  startMemory: () => new Map(),
  check: (tx, rows, call) => verdictsOf(rows, async (row) => ((await checkRow(tx, row, call)) ? SKIPPED : null)),
  apply: applyRow,
};

/** Throws the refusal of a row. Answers whether the row brings nothing new. */
async function checkRow(tx: Tx, row: ImportRow, { options, memory: seats }: Call): Promise<boolean> {
  const idNo = idNoOf(row);
  if (!isIdNumber(idNo)) throw staffErrors.staffIdInvalid();
  const partner = await partnerOf(tx, row);
  const known = await findKnownStaff(tx, row, partner);
  if (known) {
    if (!options.has(OVERWRITE) || isSame(tx, known, row)) return true;
    await refuseContact(tx, known, row);
    return false;
  }
  const storeId = await storeOf(tx, partner, row);
  await placeOf(tx, partner, { storeId, positionCode: row.values["positionCode"] ?? "" });
  await refuseIdentity(tx, { phone: phoneOf(row), idNo });
  const left = seats.get(partner.id) ?? partner.accountLimit - (await countPresent(tx, partner));
  if (left <= 0) throw staffErrors.staffLimit();
  seats.set(partner.id, left - 1);
  return false;
}

async function applyRow(tx: Tx, row: ImportRow, call: Call): Promise<void> {
  const partner = await partnerOf(tx, row);
  const known = await findKnownStaff(tx, row, partner);
  if (known) {
    if (call.options.has(OVERWRITE)) await overwriteContact(tx, known, row);
    return;
  }
  const { name = "", positionCode = "", joinOn = "" } = row.values;
  await insertStaff(tx, partner, {
    name: name ?? "",
    phone: phoneOf(row),
    idNo: idNoOf(row),
    positionCode: positionCode ?? "",
    joinOn: joinOn ?? "",
    storeId: await storeOf(tx, partner, row),
    contractType: contractType.parse(row.values["contractType"] || "FULL"),
    roleIds: [],
    wecomUserId: null,
  });
}

/** Overwrites only the contact data: name and phone. */
async function overwriteContact(tx: Tx, known: StaffRow, row: ImportRow): Promise<void> {
  const staff = await lockAnew(tx, known);
  await refuseContact(tx, staff, row);
  const contact = { name: row.values["name"] ?? staff.name, phone: phoneOf(row) };
  const changed = await changeRecord(tx, staffs, staff, contact);
  await followStaff(tx, staff, changed);
}

function isSame(tx: Tx, staff: StaffRow, row: ImportRow): boolean {
  return staff.name === row.values["name"] && hasPhone(tx, staff, row);
}

function hasPhone(tx: Tx, { phoneHash }: StaffRow, row: ImportRow): boolean {
  return phoneHash.equals(tx.vault.hash("phone", phoneOf(row)));
}

async function refuseContact(tx: Tx, staff: StaffRow, row: ImportRow): Promise<void> {
  refuseLeaver(staff);
  await refuseIdentity(tx, { phone: phoneOf(row), idNo: idNoOf(row), staffId: staff.id });
  if (keepsPhone(staff) && !hasPhone(tx, staff, row)) throw staffErrors.staffPhoneKept();
}

async function partnerOf(tx: Tx, { values }: ImportRow): Promise<PartnerRow> {
  const partner = await findRecord(tx, partners, values["partnerNo"] ?? "");
  if (!partner || !takesStaff(partner)) throw staffErrors.staffPartnerNo();
  return partner;
}

async function storeOf(tx: Tx, partner: PartnerRow, { values }: ImportRow): Promise<string | null> {
  const { storeCode } = values;
  if (!storeCode) return null;
  const store = (await storesBelow(tx, [partner])).find(({ code }) => code === storeCode);
  if (!store) throw staffErrors.staffStore();
  return store.id;
}

/**
 * Finds a person of this partner with this id number who has not left. People of other partners are refused by the
 * check of the identity.
 */
async function findKnownStaff(tx: Tx, row: ImportRow, partner: PartnerRow): Promise<StaffRow | null> {
  const found = await db(tx)
    .selectFrom("partnerStaff")
    .select("id")
    .where("idNoHash", "=", tx.vault.hash("idCard", idNoOf(row)))
    .where("partnerId", "=", partner.id)
    .where("state", "not in", ["LEFT", "REJECTED"])
    .executeTakeFirst();
  return found ? findRecord(tx, staffs, found.id) : null;
}

async function countPresent(tx: Tx, { id }: PartnerRow): Promise<number> {
  const { count } = await db(tx)
    .selectFrom("partnerStaff")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("partnerId", "=", id)
    .where("state", "not in", ["LEFT", "REJECTED"])
    .executeTakeFirstOrThrow();
  return count;
}
