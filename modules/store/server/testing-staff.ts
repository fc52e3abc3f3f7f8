import { openAccount } from "@ops/authority/server";
import type { AuthorityTestApp } from "@ops/authority/server/testing";
import { idNoOf } from "@ops/partner/server/testing";
import { dayOf } from "@ops/platform/contract";
import { insertRecord, type NewRowOf } from "@ops/platform/server";
import { startSeries } from "@ops/platform/server/testing";
import { isWorking } from "../contract/index.ts";
import { saveQuotasOf } from "./headcount/quotas.ts";
import { type StaffRow, staffTable } from "./staff/tables.ts";
import { givenStore, givenStorePositions } from "./testing-stores.ts";

const nextStaff = startSeries();

type StaffWishes = Partial<NewRowOf<typeof staffTable>>;

/** A phone and an id number that nobody else in the tests has. */
export function givenNumbers(): { phone: string; idNo: string } {
  const n = nextStaff();
  return { phone: `1570000${String(n).padStart(4, "0")}`, idNo: idNoOf(400_000 + n) };
}

/** Makes a person of an own store, in post with a real account by default. */
export async function givenStoreStaff(app: AuthorityTestApp, wishes: StaffWishes = {}): Promise<StaffRow> {
  await givenStorePositions(app);
  const n = nextStaff();
  const storeId = wishes.storeId ?? (await givenStore(app)).id;
  const { state = "IN_POST", positionCode = "salesAdvisor", name = `店员${n}` } = wishes;
  const { phone, idNo } = { ...givenNumbers(), ...wishes };
  return app.arrange(async (tx) => {
    const staffNo = `RY${9_000_000 + n}`;
    const isOpen = isWorking(state) && !wishes.userId;
    const account = { userType: "STORE", name, phone, staffNo, organizationId: storeId, positionCode } as const;
    const opened = isOpen ? { ...(await openAccount(tx, account)), staffNo } : {};
    return insertRecord(tx, staffTable, {
      source: "SITE",
      personKey: tx.vault.hash("idCard", idNo ?? phone),
      entryDate: dayOf(tx.now),
      ...(state === "LEFT" ? { leaveOn: dayOf(tx.now) } : {}),
      ...(state === "MOVING" || state === "LEAVING" ? { stateBefore: "IN_POST", leaveOn: dayOf(tx.now) } : {}),
      ...opened,
      ...wishes,
      name,
      phone,
      idNo,
      storeId,
      positionCode,
      state,
    });
  });
}

/** Gives a store seats of a position from the beginning of the year on. */
export function givenQuota(app: AuthorityTestApp, storeId: string, quota: number, positionCode = "salesAdvisor") {
  const row = { storeId, positionCode, quota, effectiveFrom: "2020-01-01", source: "MANUAL", reason: "测试" } as const;
  return app.arrange((tx) => saveQuotasOf(tx, [row]));
}
