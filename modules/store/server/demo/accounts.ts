import { loadDemoOutsiders } from "@ops/authority/server";
import { addDays, dayOf } from "@ops/platform/contract";
import { demoId, type Tx } from "@ops/platform/server";
import { requireDemoPlace } from "./places.ts";

const PHONE = "13800000022";
const STAFF_NO = "A0022";
const DAY_MS = 86_400_000;

/** The account that the start script prints beside those of other modules. */
export const storeDemoAccounts = [
  { phone: PHONE, staffNo: STAFF_NO, password: "Demo@2025", note: "人员运营，办理门店人员的入职、调动与离职" },
];

/** Opens the account of somebody at headquarters who looks after the people of all stores. */
export async function loadPeopleOperator(tx: Tx, roleId: string): Promise<void> {
  const { id: organizationId } = await requireDemoPlace(tx, "DEPT-HR");
  const operator = {
    id: demoId(`user:${STAFF_NO}`),
    name: "苏婉清",
    phone: PHONE,
    staffNo: STAFF_NO,
    roleIds: [roleId],
    fenceOrganizationId: null,
    position: "assistant",
    leads: null,
    organizationId,
    validUntil: addDays(dayOf(tx.now), 400),
    openedAt: new Date(tx.now.getTime() - 300 * DAY_MS),
    lastLoginAt: new Date(tx.now.getTime() - DAY_MS),
    frozenReason: null,
    hasLeft: false,
  };
  await loadDemoOutsiders(tx, [operator]);
}
