import { dayOf } from "@ops/platform/contract";
import { demoId, insertMany, systemActor, type Tx } from "@ops/platform/server";
import { requiredCertsOf } from "../staff/params.ts";
import type { DemoPerson } from "./staff-people.ts";

const DAY_MS = 86_400_000;
/** How many of the people who left have handed work over. */
const HANDED = 8;
const stampOf = (at: Date) => ({
  createdAt: at,
  createdBy: systemActor.userId,
  updatedAt: at,
  updatedBy: systemActor.userId,
});

export const hasAccount = ({ state }: Pick<DemoPerson, "state">) =>
  state === "ACTIVE" || state === "LEAVING" || state === "LEFT";

export function staffRow(tx: Tx, person: DemoPerson, roleId: string) {
  const { id, staffNo, name, partnerId, storeId, orgId, position, state, source, joinedAt } = person;
  const left = dayOf(new Date(tx.now.getTime() - 12 * DAY_MS));
  return {
    id,
    ...stampOf(joinedAt),
    staffNo,
    name,
    partnerId,
    storeId,
    orgId,
    positionCode: position,
    joinOn: dayOf(joinedAt),
    ...tx.vault.seal({ field: "phone", kind: "phone", text: person.phone, id }),
    ...tx.vault.seal({ field: "idNo", kind: "idCard", text: person.idNo, id }),
    leaveOn: state === "LEFT" || state === "LEAVING" ? left : null,
    contractType: ["FULL", "FULL", "FULL", "PART", "DISPATCH"][Number(staffNo.slice(-1)) % 5],
    roleIds: [roleId],
    userId: hasAccount(person) ? person.userId : null,
    state,
    stateReason: reasons[state] ?? null,
    freezeSources: source ? [source] : [],
    isReadOnly: false,
    submittedBy: systemActor.userId,
    activatedAt: hasAccount(person) ? joinedAt : null,
    accountUntil: hasAccount(person) ? untilOf(tx) : null,
  };
}

const reasons: Readonly<Record<string, string>> = {
  REJECTED: "身份证照片不清晰",
  LEAVING: "个人发展",
  LEFT: "合同到期",
};
export const untilOf = (tx: Tx) => dayOf(new Date(tx.now.getTime() + 300 * DAY_MS));

/**
 * Makes certificates. Active people have all that their position requires; half of those in training have all but the
 * first.
 */
export function certRows(tx: Tx, { id, staffNo, position, state, source, joinedAt }: DemoPerson) {
  const n = Number(staffNo.slice(3));
  const needed = requiredCertsOf(tx).get(position) ?? [];
  const held = hasAccount({ state }) ? needed : state === "TRAINING" && n % 2 === 0 ? needed.slice(1) : [];
  const days = source === "CERT_EXPIRED" ? -(5 + (n % 40)) : n % 9 === 0 ? 4 + (n % 24) : 60 + (n % 280);
  return held.map((code) => ({
    id: demoId(`partner-cert:${id}:${code}`),
    ...stampOf(joinedAt),
    staffId: id,
    code,
    score: 70 + (n % 30),
    gotOn: dayOf(new Date(tx.now.getTime() + (days - 365) * DAY_MS)),
    validTo: dayOf(new Date(tx.now.getTime() + days * DAY_MS)),
  }));
}

/** Loads some people who left, and what became of their work. */
export async function insertHandovers(tx: Tx, people: readonly DemoPerson[]): Promise<void> {
  const gone = people
    .filter(({ state, partnerState }) => state === "LEFT" && partnerState === "ACTIVE")
    .slice(0, HANDED);
  const lines = gone.flatMap((person) => {
    const taker = people.find(({ state, orgId, source }) => state === "ACTIVE" && orgId === person.orgId && !source);
    return taker ? [{ person, taker, id: demoId(`partner-handover:${person.id}`) }] : [];
  });
  const at = new Date(tx.now.getTime() - 13 * DAY_MS);
  await insertMany(
    tx,
    "partnerStaffHandover",
    lines.map(({ id, person }) => ({
      id,
      ...stampOf(at),
      staffId: person.id,
      purpose: "LEAVE",
      reason: "离职交接",
      state: "DONE",
      finishedAt: at,
    })),
  );
  await insertMany(
    tx,
    "partnerStaffHandoverStep",
    lines.map(({ id, taker }) => ({
      handoverId: id,
      kind: "authority.organizations",
      label: "负责的组织",
      sort: 0,
      toStaffId: taker.id,
      status: "DONE",
      count: 1,
      doneAt: at,
    })),
  );
}
