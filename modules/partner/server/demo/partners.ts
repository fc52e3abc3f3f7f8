import { adoptOrganization, createOrganization, findOrganization, findOrganizations } from "@ops/authority/server";
import { addDays, dayOf, idNumberCheck, usccCheck } from "@ops/platform/contract";
import { demoId, insertMany, pastStamp, regionsOf, type Seeded, seeded, type Tx } from "@ops/platform/server";
import { brandHolders } from "../company/holders.ts";
import type { PartnerRow } from "../company/tables.ts";
import { planTasks } from "../onboarding/template.ts";
import { requiredPapers } from "../qualification/required.ts";
import { type Company, companies } from "./companies.ts";

const DAY_MS = 86_400_000;
const isNew = ({ state }: Company) => state === "DRAFT" || state === "REVIEW" || state === "REJECTED";

/** Loads the companies with organisations, papers and tasks. Seats and flags follow later, with the contracts. */
export async function loadDemoPartners(tx: Tx): Promise<void> {
  const regions = new Map((await findOrganizations(tx, "REGION")).map(({ code, id }) => [code, id]));
  const managers = await channelManagers(tx);
  const rows: PartnerRow[] = [];
  for (const [at, company] of companies.entries()) {
    const regionId = regions.get(company.region) ?? "";
    const managerId = managers[at % managers.length] ?? "";
    rows.push(await partnerRow(tx, company, { at, regionId, managerId }));
  }
  await insertMany(tx, "partner", rows);
  await insertMany(
    tx,
    "partnerQualification",
    rows.flatMap((row, at) => papersOf(tx, row, at)),
  );
  await insertMany(
    tx,
    "partnerOnboardTask",
    rows.flatMap((row, at) => tasksOf(tx, row, at)),
  );
}

/** Finds people who have the permission by a role. Administrators are left out, because they may do everything. */
async function channelManagers(tx: Tx): Promise<string[]> {
  const admins = await brandHolders(tx, "partner:demo:nobody");
  const holders = await brandHolders(tx, "partner:onboard:handle");
  return holders.filter((id) => !admins.includes(id)).toSorted();
}

/** Companies that began to work within the last three months, by index. */
const beganDaysAgo: Readonly<Record<number, number>> = { 16: 34, 17: 52, 18: 71 };

interface Place {
  readonly at: number;
  readonly regionId: string;
  readonly managerId: string;
}

const idAt = (at: number) => demoId(`partner:${at}`);
const randomAt = (at: number) => seeded(`partner:${at}`);

async function partnerRow(tx: Tx, company: Company, { at, regionId, managerId }: Place): Promise<PartnerRow> {
  const random = randomAt(at);
  const id = idAt(at);
  const { shortName, fullName, kinds, level, state, cities } = company;
  const ago = (days: number) => new Date(tx.now.getTime() - days * DAY_MS - at * 3_600_000);
  const began = beganDaysAgo[at] ?? random.integer(200, 700);
  const wasApproved = !isNew(company);
  const wasActive = wasApproved && state !== "ONBOARDING";
  const createdAt = ago(wasActive ? began + 31 + ((at * 7) % 46) : 40);
  const phone = `139${String(10_000_000 + at * 271_828).slice(-8)}`;
  return {
    id,
    ...pastStamp(createdAt, managerId, ago(at % 9)),
    partnerNo: await tx.nextNumber("partner"),
    fullName,
    shortName,
    uscc: usccAt(at),
    kinds: [...kinds],
    level,
    ...tx.vault.seal({ field: "legalPerson", kind: "name", text: nameOf(random), id }),
    ...tx.vault.seal({ field: "legalIdNo", kind: "idCard", text: idNumberAt(at), id }),
    registeredCapitalFen: random.integer(2, 50) * 100_000_000,
    foundedOn: `20${random.integer(10, 20)}-0${random.integer(1, 9)}-15`,
    regAddress: `${await cityOf(tx, company)}创业路${random.integer(1, 400)}号`,
    regionId,
    cityCodes: [...cities],
    contactName: nameOf(random),
    contactEmail: `contact${at}@example.com`,
    managerId,
    ...tx.vault.seal({ field: "contactPhone", kind: "phone", text: phone, id }),
    orgId: wasApproved ? await organizationOf(tx, company, { id, regionId }) : null,
    parentPartnerId: shortName === "澄远交付" ? idAt(0) : null,
    priorPartnerId: null,
    accountLimit: 40,
    accountLimitCap: null,
    accountLimitReason: null,
    flags: [],
    riskTags: [],
    state,
    submittedBy: state === "DRAFT" ? null : managerId,
    submittedAt: state === "DRAFT" ? null : new Date(createdAt.getTime() + 3 * DAY_MS),
    approvedAt: wasApproved ? new Date(createdAt.getTime() + 6 * DAY_MS) : null,
    activatedAt: wasActive ? ago(began) : null,
    terminatedAt: state === "TERMINATED" ? ago(20) : null,
    closedAt: state === "TERMINATED" ? ago(20) : null,
    stateReason: reasonOf(company),
  };
}

function reasonOf({ state }: Company): string | null {
  if (state === "REJECTED") return "营业执照经营范围不含汽车销售，请更新后重新提交";
  if (state === "TERMINATED") return "合同到期未续签";
  if (state === "EXITING") return "连续两次考核为C，协商退出";
  return null;
}

async function organizationOf(tx: Tx, company: Company, { id, regionId }: { id: string; regionId: string }) {
  const owner = { refModule: "partner", refId: id };
  const known = company.orgCode ? await findOrganization(tx, { code: company.orgCode }) : null;
  if (known) return (await adoptOrganization(tx, known.id, owner)).id;
  const { fullName: name, shortName, cities } = company;
  const wanted = { name, shortName, regionCode: cities[0] ?? null, type: "PARTNER" } as const;
  return (await createOrganization(tx, { ...wanted, parentId: regionId, ...owner })).id;
}

/** Finds the first city with its province, such as 浙江省杭州市. */
async function cityOf(tx: Tx, { cities }: Company): Promise<string> {
  const [city] = await regionsOf(tx, { codes: cities.slice(0, 1) });
  return city?.name.replaceAll(" / ", "") ?? "";
}

function idNumberAt(at: number): string {
  const first17 = `33010619800${1 + (at % 9)}${10 + (at % 18)}${100 + at}`;
  return first17 + idNumberCheck(first17);
}

function usccAt(at: number): string {
  const first17 = `91330100MA${String(3_000_001 + at * 37)}`;
  return first17 + usccCheck(first17);
}

const families = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨";
const given = ["建国", "晓东", "文静", "志远", "海燕", "立新", "思源", "丽华"] as const;
const nameOf = (random: Seeded) => families.charAt(random.integer(0, families.length - 1)) + random.pick([...given]);

/** Days until a paper ends, by the index of the company: four have ended, two end soon. */
const endsIn: Readonly<Record<number, number>> = { 4: -3, 8: -20, 10: -30, 13: -8, 5: 6, 14: 24 };

/** Makes the papers of a company. Insurance ends after about a year, all others do not end. */
function papersOf(tx: Tx, partner: PartnerRow, at: number) {
  const today = dayOf(tx.now);
  const { id: partnerId, uscc, state, createdAt, managerId } = partner;
  const { required } = requiredPapers(tx, partner);
  const shown = state === "DRAFT" ? required.slice(0, 1) : required;
  return shown.map((kind) => {
    const days = kind === "INSURANCE" ? (endsIn[at] ?? 120 + at * 5) : null;
    const isWaiting = state === "DRAFT" || (state === "REVIEW" && kind !== "LICENSE");
    const reviewed = isWaiting
      ? { reviewedBy: null, reviewedAt: null }
      : { reviewedBy: managerId, reviewedAt: createdAt };
    return {
      id: demoId(`paper:${at}:${kind}`),
      ...pastStamp(createdAt, managerId),
      partnerId,
      kind,
      number: kind === "LICENSE" ? uscc : `QY${kind.slice(0, 2)}${String(20_260_001 + at)}`,
      issueOn: addDays(today, -300),
      expireOn: days === null ? null : addDays(today, days),
      state: isWaiting ? "WAITING" : days !== null && days < 0 ? "EXPIRED" : "VALID",
      fileIds: [demoId(`paper-file:${at}:${kind}`)],
      note: null,
      ...reviewed,
    };
  });
}

/** How many tasks each incoming partner has completed, in the order of the companies. */
const doneOfComing = [5, 1, 4, 0, 2];

function tasksOf(tx: Tx, { id: partnerId, kinds, approvedAt, managerId }: PartnerRow, at: number) {
  if (approvedAt === null) return [];
  const coming = companies
    .filter(({ state }) => state === "ONBOARDING")
    .findIndex(({ shortName }) => shortName === companies[at]?.shortName);
  const approved = coming < 0 ? approvedAt : new Date(tx.now.getTime() - (10 + coming * 8) * DAY_MS);
  const done = coming < 0 ? Number.POSITIVE_INFINITY : (doneOfComing[coming] ?? 0);
  return planTasks(tx, { kinds }, dayOf(approved)).map(({ after, ...task }, n) => ({
    id: demoId(`task:${at}:${task.code}`),
    ...pastStamp(approved, managerId),
    partnerId,
    ...task,
    dependsOn: [...after],
    fileIds: [],
    note: null,
    ...(n < done
      ? { state: "DONE", evidence: "资料齐全，已核对", doneAt: new Date(approved.getTime() + (n + 2) * DAY_MS) }
      : { state: n === done ? "DOING" : "WAITING", evidence: null, doneAt: null }),
  }));
}
