import {
  createOrganization,
  findOrganization,
  loadDemoOutsiders,
  organizationsBelow,
  type PublishedOrganization,
} from "@ops/authority/server";
import { demoId, insertMany, type Tx } from "@ops/platform/server";
import { freezeSources } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import { type DemoPerson, frozenInTurn, personAt, type Workplace } from "./staff-people.ts";
import { loadPartnerRoles } from "./staff-roles.ts";
import { certRows, hasAccount, insertHandovers, staffRow, untilOf } from "./staff-rows.ts";

const PEOPLE = 420;
const LEAVING = 8;
const DAY_MS = 86_400_000;
const ADMIN_PHONE = "13800000021";
const MANAGER_PHONE = "13800000020";
const PASSWORD = "Demo@2025";

/** The accounts that the start script prints beside those of the authority module. */
export const partnerDemoAccounts = [
  { phone: MANAGER_PHONE, staffNo: "A0020", password: PASSWORD, note: "渠道经理，管理全部合作伙伴" },
  { phone: ADMIN_PHONE, staffNo: "HBY0000001", password: PASSWORD, note: "伙伴管理员，只看到本公司" },
];

/** Loads 420 people of approved partners with accounts and certificates, and one administrator per partner. */
export async function loadStaffDemo(tx: Tx): Promise<void> {
  const roles = await loadPartnerRoles(tx);
  const partners = await db(tx)
    .selectFrom("partner")
    .selectAll()
    .where("orgId", "is not", null)
    .orderBy("partnerNo")
    .execute();
  const places: Workplace[] = [];
  for (const partner of partners) places.push(...(await placesOf(tx, partner)));
  const people = await numbered(tx, frozenInTurn(peopleAt(tx, partners, places), tx.now));
  const roleOf = ({ position }: DemoPerson) => roles.get(roleCodeOf(position)) ?? "";
  await insertMany(
    tx,
    "partnerStaff",
    people.map((one) => staffRow(tx, one, roleOf(one))),
  );
  await insertMany(
    tx,
    "partnerStaffCert",
    people.flatMap((one) => certRows(tx, one)),
  );
  await loadAccounts(tx, people, { roleOf, managerRole: roles.get("channelManager") ?? "" });
  await insertHandovers(tx, people);
}

const posts: Readonly<Record<string, readonly string[]>> = {
  AGENT: ["MANAGER", "SALES", "SALES", "SALES", "DELIVERY"],
  SERVICE: ["MANAGER", "SERVICE", "SERVICE"],
  DELIVERY: ["DELIVERY", "DELIVERY", "MANAGER"],
  CHARGER: ["INSTALLER"],
};
const withStores = ["AGENT", "SERVICE", "DELIVERY"];

/** Finds the places of work. Partners that sell, deliver or serve have stores; the others work at their office. */
async function placesOf(tx: Tx, { id, orgId, shortName, kinds, state, partnerNo }: PartnerRow): Promise<Workplace[]> {
  if (orgId === null) return [];
  const [kind = "OTHER"] = kinds;
  const common = { partnerId: id, partnerState: state, fenceId: orgId, positions: posts[kind] ?? ["SALES", "SERVICE"] };
  const found = await organizationsBelow(tx, [orgId], "STORE");
  const wanted =
    found.length > 0 || state === "TERMINATED" || !withStores.includes(kind)
      ? 0
      : 1 + (Number(partnerNo.slice(-1)) % 2);
  const stores: PublishedOrganization[] = [...found];
  for (let n = 1; n <= wanted; n++) {
    const name = `${shortName}${["一", "二"][n - 1] ?? ""}店`;
    const refId = demoId(`partner-store:${partnerNo}:${n}`);
    stores.push(
      await createOrganization(tx, {
        parentId: orgId,
        name,
        type: "STORE",
        code: `${partnerNo}-${n}`,
        refModule: "partnerStore",
        refId,
      }),
    );
  }
  if (stores.length === 0) return [{ ...common, storeId: null, orgId }];
  return stores.map((store) => ({ ...common, storeId: store.id, orgId: store.id }));
}

/** Makes an administrator for each partner, then everybody else in turn, up to the limit of the contract. */
function peopleAt(tx: Tx, partners: readonly PartnerRow[], places: readonly Workplace[]): DemoPerson[] {
  const people: DemoPerson[] = [];
  const seats = new Map(partners.map(({ id, accountLimit }) => [id, accountLimit]));
  const add = (place: Workplace, wishes: Partial<DemoPerson>) => {
    const person = { ...personAt(people.length + 1, place, tx.now), ...wishes };
    const left = seats.get(place.partnerId) ?? 0;
    const isFull = person.state === "ACTIVE" && left === 0;
    if (person.state === "ACTIVE" && !isFull) seats.set(place.partnerId, left - 1);
    people.push(isFull ? { ...person, state: "TRAINING", source: null, lastLoginAt: null } : person);
  };
  const office = (place: Workplace): Workplace => ({ ...place, storeId: null, orgId: place.fenceId });
  const ordered = places.toSorted((a, b) => Number(b.partnerState === "ACTIVE") - Number(a.partnerState === "ACTIVE"));
  for (const place of ordered.filter(
    (one, at) => ordered.findIndex(({ partnerId }) => partnerId === one.partnerId) === at,
  )) {
    const isGone = place.partnerState === "TERMINATED";
    const isSuspended = place.partnerState === "SUSPENDED";
    add(office(place), {
      position: "ADMIN",
      state: isGone ? "LEFT" : "ACTIVE",
      source: isSuspended ? "PARTNER_SUSPEND" : null,
      ...(people.length === 0 ? { phone: ADMIN_PHONE, name: "钱思远" } : {}),
    });
  }
  let leaving = 0;
  while (people.length < PEOPLE && ordered.length > 0) {
    const place = ordered[people.length % ordered.length];
    if (!place) break;
    const isLeaving =
      place.storeId !== null && place.partnerState === "ACTIVE" && leaving < LEAVING && people.length > 200;
    if (isLeaving && !people.some(({ state, orgId }) => state === "LEAVING" && orgId === place.orgId)) {
      leaving++;
      add(place, { position: "MANAGER", state: "LEAVING", source: null });
    } else add(place, {});
  }
  return people;
}

/** Draws the numbers from the usual sequence, so that the next number is free. */
async function numbered(tx: Tx, people: readonly DemoPerson[]): Promise<DemoPerson[]> {
  const drawn: DemoPerson[] = [];
  for (const person of people) drawn.push({ ...person, staffNo: await tx.nextNumber("partnerStaff") });
  return drawn;
}

const roleCodes: Readonly<Record<string, string>> = {
  ADMIN: "partnerAdmin",
  MANAGER: "partnerStoreManager",
  SALES: "partnerSales",
};
const roleCodeOf = (position: string) => roleCodes[position] ?? "partnerService";

interface Granted {
  readonly roleOf: (person: DemoPerson) => string;
  readonly managerRole: string;
}

async function loadAccounts(tx: Tx, people: readonly DemoPerson[], { roleOf, managerRole }: Granted): Promise<void> {
  const office = await findOrganization(tx, { code: "DEPT-CHANNEL" });
  const manager = {
    id: demoId("user:A0020"),
    name: "顾清源",
    phone: MANAGER_PHONE,
    staffNo: "A0020",
    roleIds: [managerRole],
    fenceOrganizationId: null,
    position: "channelManager",
    leads: null,
    organizationId: office?.id ?? "",
    validUntil: untilOf(tx),
    openedAt: new Date(tx.now.getTime() - 400 * DAY_MS),
    lastLoginAt: new Date(tx.now.getTime() - DAY_MS),
    frozenReason: null,
    hasLeft: false,
  };
  const outsiders = people.filter(hasAccount).map((person) => ({
    id: person.userId,
    name: person.name,
    phone: person.phone,
    staffNo: person.staffNo,
    roleIds: [roleOf(person)],
    organizationId: person.orgId,
    fenceOrganizationId: person.fenceId,
    validUntil: untilOf(tx),
    openedAt: person.joinedAt,
    lastLoginAt: person.lastLoginAt,
    hasLeft: person.state === "LEFT",
    leads: person.state === "LEAVING" ? person.orgId : null,
    frozenReason: person.source ? freezeSources[person.source] : person.state === "LEAVING" ? "离职交接" : null,
  }));
  await loadDemoOutsiders(tx, office ? [manager, ...outsiders] : outsiders);
}
