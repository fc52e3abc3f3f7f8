import { type AuthorityTestApp, givenRole, setParam } from "@ops/authority/server/testing";
import { dayOf, wireTime } from "@ops/platform/contract";
import { insertMany, insertRecord, newId } from "@ops/platform/server";
import { sql } from "kysely";
import { openCertificate } from "./certification/open.ts";
import { traineeRole } from "./certification/params.ts";
import { type CertRow, certTable } from "./certification/tables.ts";
import { type InterviewRow, interviewTable } from "./interview/tables.ts";
import { type StandardRow, standardTable } from "./post-standard/tables.ts";
import type { StaffRow } from "./staff/tables.ts";
import { givenStorePositions } from "./testing-stores.ts";

type InterviewWishes = Partial<Omit<InterviewRow, "id">> & {
  readonly staff: Pick<StaffRow, "id" | "storeId" | "positionCode">;
};

/** Makes an interview of the first round tomorrow, with one interviewer who is nobody unless named. */
export function givenInterview(app: AuthorityTestApp, { staff, ...wishes }: InterviewWishes): Promise<InterviewRow> {
  const chairUserId = wishes.chairUserId ?? newId();
  const startAt = new Date(app.now().getTime() + 86_400_000);
  return app.arrange((tx) =>
    insertRecord(tx, interviewTable, {
      staffId: staff.id,
      storeId: staff.storeId,
      positionCode: staff.positionCode,
      roundNo: 1,
      round: { name: "初试", dimensions: [{ name: "综合评价", weight: 100 }], passScore: 3.5 },
      mode: "PHONE",
      startAt,
      endAt: new Date(startAt.getTime() + 3_600_000),
      chairUserId,
      interviewerIds: [chairUserId],
      ...wishes,
    }),
  );
}

/** How a call names a time so many hours from now. */
export const inHours = (app: AuthorityTestApp, hours: number): string =>
  wireTime(new Date(app.now().getTime() + hours * 3_600_000));

interface GivenItem {
  readonly side?: "UP" | "DOWN";
  readonly name: string;
  readonly weight?: number;
  readonly isRequired?: boolean;
  readonly retryLimit?: number;
  readonly evidenceMin?: number;
}

const EXAM_AND_PRACTICE: readonly GivenItem[] = [
  { name: "考试", weight: 60, retryLimit: 1 },
  { name: "实操", weight: 40 },
  { side: "DOWN", name: "飞单", isRequired: false },
];

type StandardWishes = Partial<StandardRow> & { readonly items?: readonly GivenItem[] };

/** Makes a standard that is in use, by default of 销售顾问 with an exam, a practice and a red line; another one retires. */
export async function givenStandard(app: AuthorityTestApp, wishes: StandardWishes = {}): Promise<StandardRow> {
  await givenStorePositions(app);
  const { items = EXAM_AND_PRACTICE, positionCode = "salesAdvisor", state = "ONLINE", ...values } = wishes;
  return app.arrange(async (tx) => {
    // several are made at the same time, and each position has one in use
    await sql`lock table post_standard in share row exclusive mode`.execute(tx.kysely);
    await sql`update post_standard set state = 'RETIRED' where position_code = ${positionCode} and state = ${state}`.execute(
      tx.kysely,
    );
    const { rows: known } = await sql<{ ver: number }>`
      select coalesce(max(ver), 0) as ver from post_standard where position_code = ${positionCode}`.execute(tx.kysely);
    const ver = (known[0]?.ver ?? 0) + 1;
    const content = { passScore: 80, validMonths: 12, positionCode, state, ver, publishedOn: dayOf(tx.now) };
    const standard = await insertRecord(tx, standardTable, { ...content, ...values });
    const rows = items.map(({ side = "UP", weight = 0, isRequired = true, ...item }, sort) => {
      const kind = side === "UP" ? "EXAM" : "RED_LINE";
      const base = { id: newId(), standardId: standard.id, sort, side, kind, passRule: null, weight, isRequired };
      return { ...base, retryLimit: 0, evidenceMin: 0, ...item };
    });
    await insertMany(tx, "postStandardItem", rows);
    return standard;
  });
}

/** Lets a position ask for a certificate, with a standard and a role for trainees. Answers the name of that role. */
export async function givenCertRequired(app: AuthorityTestApp, positionCode = "salesAdvisor"): Promise<string> {
  const known = await app.rows("select from post_standard where position_code = $1 and state = 'ONLINE'", [
    positionCode,
  ]);
  if (known.length === 0) await givenStandard(app, { positionCode });
  const role = await givenRole(app, { name: `学员${newId().slice(-6)}`, dataScope: "SELF" });
  await setParam(app, traineeRole, role.id);
  await app.rows("update store_position set is_cert_required = true where position_code = $1", [positionCode]);
  return role.name;
}

type CertWishes = Partial<Omit<CertRow, "id">> & { readonly staff: StaffRow };

/** Opens the certificate of a person for the present position, as the system does. */
export async function givenCert(app: AuthorityTestApp, { staff, ...wishes }: CertWishes): Promise<CertRow> {
  const known = await app.rows("select from post_standard where position_code = $1 and state = 'ONLINE'", [
    staff.positionCode,
  ]);
  if (known.length === 0) await givenStandard(app, { positionCode: staff.positionCode });
  await app.arrange((tx) => openCertificate(tx, staff, null));
  const names = Object.keys(wishes).map(
    (name, at) => `${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)} = $${at + 2}`,
  );
  const values = Object.values(wishes);
  if (names.length > 0) {
    await app.rows(`update ${certTable.name} set ${names.join(", ")} where staff_id = $1`, [staff.id, ...values]);
  }
  return certOf(app, staff.id);
}

/** The latest certificate of a person, as it is stored. */
export async function certOf(app: AuthorityTestApp, staffId: string): Promise<CertRow> {
  const [row] = await app.rows<CertRow>(
    `select id, version, state, staff_id as "staffId", standard_id as "standardId", position_code as "positionCode",
       store_id as "storeId", score, certified_on::text as "certifiedOn", expire_on::text as "expireOn", due_on::text as "dueOn"
     from certification where staff_id = $1 order by created_at desc, id desc limit 1`,
    [staffId],
  );
  if (!row) throw new Error("the person has no certificate");
  return row;
}
