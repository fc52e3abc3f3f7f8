import { addDays, dayOf } from "@ops/platform/contract";
import { demoId, insertMany, type NewRowOf, pastStamp, type Tx } from "@ops/platform/server";
import type { ContractTerms } from "../../contract/index.ts";
import { lockPartner } from "../company/find.ts";
import type { PartnerRow } from "../company/tables.ts";
import { requestReview } from "../contract/review.ts";
import { settleContracts } from "../contract/settle.ts";
import type { ContractRow, contracts } from "../contract/tables.ts";
import { db } from "../database.ts";
import { loadMoneyDemo } from "./money.ts";
import { loadAssessmentDemo } from "./months.ts";

const CONTRACTS = 60;
const SEATS = 40;
/** The days until the contract ends, by the index of the working partner. */
const endsIn: Readonly<Record<number, number>> = { 3: 6, 6: 12, 9: 19, 12: 25, 15: 29, 0: 330, 4: 300, 7: 285 };
/** Partners whose former contract ended within the last three months. */
const wasRenewed: readonly number[] = [0, 4, 7];
/** The partner without a free seat. */
const FULL = 1;
const FULL_SEATS = 8;

/**
 * Loads 60 contracts and their dependent data: five end within 30 days, three are renewals, and two drafts want the
 * same days.
 */
export async function loadContractDemo(tx: Tx): Promise<void> {
  const partners = await db(tx).selectFrom("partner").selectAll().orderBy("partnerNo").execute();
  const working = partners.filter(({ state }) => ["ACTIVE", "SUSPENDED", "EXITING"].includes(state));
  const coming = partners.filter(({ state }) => state === "ONBOARDING");
  const today = dayOf(tx.now);
  const rows = [
    ...working.flatMap((partner, at) => ofWorking(partner, at, today)),
    ...coming.flatMap((partner, at) => ofComing(partner, at, today)),
    ...partners.filter(({ state }) => state === "TERMINATED").map((partner, at) => ofEnded(partner, at, today)),
  ];
  const promises = [...working, ...coming].map((partner, at) => promise(partner, at, today));
  await insertContracts(tx, [...rows, ...promises.slice(0, CONTRACTS - rows.length)]);
  await requestReviews(tx);
  await loadMoneyDemo(tx, working);
  await loadAssessmentDemo(tx, working);
  for (const { id } of [...working, ...coming]) await settleContracts(tx, await lockPartner(tx, id));
}

async function insertContracts(tx: Tx, rows: readonly DemoContract[]): Promise<void> {
  await insertMany(
    tx,
    "partnerContract",
    rows.map((row, at) => {
      const stamp = new Date(tx.now.getTime() - (rows.length - at) * 7_200_000);
      const { managerId: by, ...contract } = row;
      return { ...contract, ...pastStamp(stamp, by) };
    }),
  );
}

/** Requests reviews for waiting contracts. They were submitted a while ago, so that some are overdue. */
async function requestReviews(tx: Tx): Promise<void> {
  const waiting = await db(tx).selectFrom("partnerContract").selectAll().where("state", "=", "REVIEW").execute();
  for (const contract of waiting) {
    const { submittedBy, createdBy, updatedAt } = contract;
    await requestReview(tx, contract, { userId: submittedBy ?? createdBy, at: updatedAt });
  }
}

type DemoContract = NewRowOf<typeof contracts> & { readonly id: string; readonly managerId: string };

function termsOf({ cityCodes, kinds }: PartnerRow, at: number): ContractTerms {
  const sells = kinds.includes("AGENT");
  return {
    accountLimit: at === FULL ? FULL_SEATS : SEATS,
    flags: sells ? ["CLUE", "STOCK", "ORDER", "SUBSIDY"] : kinds.includes("CLUE") ? ["CLUE"] : ["ORDER"],
    serviceCities: cityCodes,
    isExclusive: at === 7,
    commissionPct: sells ? 2.5 : 1.2,
    commissionRule: sells ? "按交付车辆不含税售价计提，次月15日前结算" : "按完工单结算",
    sla: "线索30分钟内首次联系，交付准时率不低于95%",
    penalty: "未达服务标准的按当月佣金5%扣减",
  };
}

interface Wanted {
  /** The index of the partner and of its contract. With the year of the start they make the number of the contract. */
  readonly place: readonly [at: number, part: number];
  readonly startOn: string;
  readonly endOn: string;
  readonly kind?: ContractRow["kind"];
  readonly state?: ContractRow["state"];
  readonly terms?: ContractTerms;
  readonly prevContractId?: string;
}

const titles = { MAIN: "合作合同", SUPPLEMENT: "补充协议", NDA: "保密协议", INTEGRITY: "廉洁合作协议" } as const;
const unsigned: readonly ContractRow["state"][] = ["DRAFT", "REVIEW", "APPROVED"];

/** Makes a contract, signed by default. The calendar later finds whether it has begun or ended. */
function contractOf(partner: PartnerRow, wanted: Wanted): DemoContract {
  const { place, startOn, endOn, kind = "MAIN", state = "SIGNED", terms = {}, prevContractId = null } = wanted;
  const no = numberOf(place, startOn);
  const id = demoId(`contract:${no}`);
  const isSigned = !unsigned.includes(state);
  const signature = { signedOn: addDays(startOn, -10), brandSigner: "周明远", partnerSigner: partner.contactName };
  const fileName = `${no}-${titles[kind]}.pdf`;
  return {
    id,
    partnerId: partner.id,
    contractNo: no,
    kind,
    prevContractId,
    title: `${partner.shortName}${titles[kind]}`,
    startOn,
    endOn,
    terms,
    state,
    depositFen: kind === "MAIN" ? (partner.kinds.includes("AGENT") ? 20_000_000 : 5_000_000) : null,
    files: isSigned
      ? [{ id: demoId(`contract-file:${no}`), fileName, sha256: demoId(no).replaceAll("-", "").repeat(2) }]
      : [],
    ...(isSigned ? signature : {}),
    submittedBy: state === "DRAFT" ? null : partner.managerId,
    managerId: partner.managerId,
  };
}

const numberOf = ([at, part]: Wanted["place"], startOn: string) =>
  `HT${startOn.slice(0, 4)}-${String(at + 1).padStart(3, "0")}-${part}`;

/** Moves a start back so that the first contract is valid when the partner begins. */
function notAfter(day: string, { activatedAt }: PartnerRow): string {
  const began = activatedAt ? addDays(dayOf(activatedAt), -10) : day;
  return began < day ? began : day;
}

const RECENTLY = 100;

/** Makes a period of one year. For a partner that began lately, it starts with the partner. */
function yearOf(partner: PartnerRow, at: number, today: string) {
  const began = partner.activatedAt ? addDays(dayOf(partner.activatedAt), -10) : null;
  if (began && began > addDays(today, -RECENTLY)) return { startOn: began, endOn: addDays(began, 364) };
  const endOn = addDays(today, endsIn[at] ?? 90 + ((at * 11) % 250));
  const first = addDays(endOn, -364);
  return { startOn: wasRenewed.includes(at) ? first : notAfter(first, partner), endOn };
}

function ofWorking(partner: PartnerRow, at: number, today: string): DemoContract[] {
  const terms = termsOf(partner, at);
  const { startOn, endOn } = yearOf(partner, at, today);
  const made: DemoContract[] = [];
  if (wasRenewed.includes(at)) {
    const before = { startOn: notAfter(addDays(startOn, -365), partner), endOn: addDays(startOn, -1), terms };
    made.push(contractOf(partner, { place: [at, 0], ...before }));
  }
  const [former] = made;
  const prev = former ? { prevContractId: former.id } : {};
  made.push(contractOf(partner, { place: [at, 1], startOn, endOn, terms, ...prev }));
  if (at % 6 === 0) {
    const more = { accountLimit: SEATS + 10, commissionPct: 3 };
    made.push(
      contractOf(partner, {
        place: [at, 2],
        kind: "SUPPLEMENT",
        startOn: addDays(today, -30),
        endOn,
        terms: more,
      }),
    );
  }
  if (at === 2) {
    for (const part of [3, 4]) {
      const next = { startOn: addDays(endOn, part === 3 ? 1 : 16), endOn: addDays(endOn, 365) };
      made.push(contractOf(partner, { place: [at, part], state: "DRAFT", ...next, terms }));
    }
  }
  return made;
}

/** Partners that are coming in have contracts between draft and signature. */
function ofComing(partner: PartnerRow, at: number, today: string): DemoContract[] {
  const states = ["SIGNED", "REVIEW", "APPROVED", "DRAFT"] as const;
  const state = states[at % states.length] ?? "DRAFT";
  const days = { startOn: addDays(today, state === "SIGNED" ? -5 : 10), endOn: addDays(today, 365) };
  return [contractOf(partner, { place: [100 + at, 1], state, ...days, terms: termsOf(partner, 100) })];
}

/** Makes a contract that nobody renewed, of a partner that has left. */
function ofEnded(partner: PartnerRow, at: number, today: string): DemoContract {
  const endOn = addDays(today, -25);
  const days = { startOn: notAfter(addDays(endOn, -364), partner), endOn };
  return contractOf(partner, { place: [200 + at, 1], state: "EXPIRED", ...days, terms: termsOf(partner, 200) });
}

function promise(partner: PartnerRow, at: number, today: string): DemoContract {
  const kind = at % 2 === 0 ? "NDA" : "INTEGRITY";
  const days = { startOn: addDays(today, -200), endOn: addDays(today, 900) };
  return contractOf(partner, { place: [at, 9], kind, ...days });
}
