import { loadDemoOutsiders } from "@ops/authority/server";
import { addDays, dayOf } from "@ops/platform/contract";
import { demoId, type Tx } from "@ops/platform/server";
import { requireDemoPlace } from "./places.ts";

const DAY_MS = 86_400_000;

const operators = [
  ["peopleOperator", "苏婉清", "13800000022", "A0022", "人员运营，办理门店人员的入职、调动与离职"],
  ["trainingManager", "林知夏", "13800000023", "A0023", "培训经理，维护岗位标准、审核认证"],
] as const;

/** 苏婉清 and 林知夏, who do much of what the demo shows. */
export const [PEOPLE_OPERATOR, TRAINING_MANAGER] = [demoId("user:A0022"), demoId("user:A0023")];

/** The accounts that the start script prints beside those of other modules. */
export const storeDemoAccounts = operators.map(([, , phone, staffNo, note]) => {
  return { phone, staffNo, password: "Demo@2025", note };
});

/** Opens the accounts of people at headquarters who look after those of all stores. */
export async function loadOperators(tx: Tx, roles: ReadonlyMap<string, string>): Promise<void> {
  const { id: organizationId } = await requireDemoPlace(tx, "DEPT-HR");
  const people = operators.map(([role, name, phone, staffNo]) => ({
    id: demoId(`user:${staffNo}`),
    name,
    phone,
    staffNo,
    roleIds: [roles.get(role) ?? ""],
    fenceOrganizationId: null,
    position: "assistant",
    leads: null,
    organizationId,
    validUntil: addDays(dayOf(tx.now), 400),
    openedAt: new Date(tx.now.getTime() - 300 * DAY_MS),
    lastLoginAt: new Date(tx.now.getTime() - DAY_MS),
    frozenReason: null,
    hasLeft: false,
  }));
  await loadDemoOutsiders(tx, people);
}
