import { type AuthorityTestApp, type GivenUser, givenUser } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { insertRecord } from "@ops/platform/server";
import type { DutyFamily } from "../../contract/index.ts";
import { type MemberRow, memberTable } from "./tables.ts";
import { mondayOf } from "./week.ts";

/** The Monday after this week, all days of which can be planned. */
export const nextMonday = (app: AuthorityTestApp): string => addDays(mondayOf(dayOf(app.now())), 7);

interface MemberWishes {
  readonly storeId: string;
  readonly user?: GivenUser;
  readonly name?: string;
  readonly weight?: number;
  readonly families?: DutyFamily[];
}

/** Makes somebody who takes turns in a store, by default in sales, with an account. */
export async function givenMember(
  app: AuthorityTestApp,
  { storeId, name, weight = 1, families = ["SALES"], ...wishes }: MemberWishes,
): Promise<MemberRow> {
  const user = wishes.user ?? (await givenUser(app, { ...(name ? { userName: name } : {}), userType: "STORE" }));
  return app.arrange((tx) => insertRecord(tx, memberTable, { storeId, userId: user.id, weight, families }));
}

/** Gives a store two shifts: A 10:00–18:00 and B 13:00–21:00. */
export async function givenShifts(app: AuthorityTestApp, storeId: string): Promise<void> {
  await app.rows(
    `insert into duty_shift (store_id, code, name, windows) values
       ($1, 'A', '早班', '[{"from":"10:00","until":"18:00"}]'), ($1, 'B', '晚班', '[{"from":"13:00","until":"21:00"}]')`,
    [storeId],
  );
}
