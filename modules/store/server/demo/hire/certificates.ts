import { addDays, dayOf } from "@ops/platform/contract";
import { insertMany, newId, seeded, type Tx } from "@ops/platform/server";
import { certScoreOf, expireDay, workingStates } from "../../../contract/index.ts";
import { noteCertStates } from "../../certification/cert-state.ts";
import { graceDays } from "../../certification/params.ts";
import type { CertRow, certResultTable } from "../../certification/tables.ts";
import { findRows, type RowOf } from "../../database.ts";
import { type ItemRow, itemsOf } from "../../post-standard/find.ts";
import type { StandardRow } from "../../post-standard/tables.ts";
import type { StaffRow } from "../../staff/tables.ts";
import { TRAINING_MANAGER } from "../accounts.ts";
import { stampOn } from "../stamp.ts";

/** Days from today on which certificates end that have just ended or soon will. */
const ENDED = [-5, -10, -15, -20];
const ENDING = Array.from({ length: 12 }, (_, at) => 2 * at + 3);
/** Whose certificate has such an end works here for longer. */
const LONG_DAYS = 420;
/** Of the trainees, so many wait for the review; the next ones have shown half of what is asked. */
const [IN_REVIEW, BEGUN] = [2, 6];

interface Holder {
  readonly staff: StaffRow;
  readonly standard: StandardRow;
  /** What the standard asks to be shown. */
  readonly asked: readonly ItemRow[];
}

interface Made {
  readonly cert: CertRow;
  readonly results: readonly RowOf<typeof certResultTable>[];
}

/** Loads certificates of everybody who works in a store: some end soon, a few have ended, trainees have theirs to get. */
export async function loadCertificates(tx: Tx): Promise<void> {
  const holders = await holdersOf(tx);
  const today = dayOf(tx.now);
  const trainees = holders.filter(({ staff }) => staff.state === "TRAINING");
  const inPost = holders.filter(({ staff }) => staff.state !== "TRAINING");
  const isLong = ({ staff, standard }: Holder) =>
    standard.validMonths === 12 && (staff.entryDate ?? today) < addDays(today, -LONG_DAYS);
  const ends = [...ENDED, ...ENDING];
  const special = inPost.filter(isLong).slice(-ends.length);
  const made = [
    ...special.flatMap((holder, at) => endingOf(tx, holder, addDays(today, ends[at] ?? 0))),
    ...inPost.filter((one) => !special.includes(one)).map((holder) => certified(tx, holder, recentDay(today, holder))),
    ...trainees.map((holder, at) => {
      const shown = at < IN_REVIEW ? holder.asked.length : at < BEGUN ? 2 : 0;
      return open(tx, holder, { since: holder.staff.entryDate ?? today, dueOn: null, shown });
    }),
  ];
  const rows = made.map(({ cert }) => cert);
  await insertMany(tx, "certification", rows);
  const results = made.flatMap((one) => one.results);
  await insertMany(tx, "certResult", results);
  const ids = holders.map(({ staff }) => staff.id);
  await noteCertStates(tx, ids);
}

async function holdersOf(tx: Tx): Promise<Holder[]> {
  const working = await findRows(tx, "storeStaff", { state: [...workingStates] }, "staffNo");
  const standards = await findRows(tx, "postStandard", { state: "ONLINE" });
  const ids = standards.map(({ id }) => id);
  const items = (await itemsOf(tx, ids)).filter(({ side }) => side === "UP");
  return working.flatMap((staff) => {
    const standard = standards.find(({ positionCode }) => positionCode === staff.positionCode);
    return standard ? [{ staff, standard, asked: items.filter(({ standardId }) => standardId === standard.id) }] : [];
  });
}

/** A day of the last months, not before the person came. */
function recentDay(today: string, { staff: { id, entryDate } }: Holder): string {
  const day = addDays(today, -seeded(id).integer(15, 320));
  return entryDate !== null && entryDate > day ? entryDate : day;
}

/** A certificate that ends on this day; if that has passed, the next one is open with its days of grace (ST-R13). */
function endingOf(tx: Tx, holder: Holder, wanted: string): Made[] {
  const { validMonths } = holder.standard;
  const held = certified(tx, holder, expireDay(wanted, -validMonths) ?? wanted);
  const { expireOn } = held.cert;
  if (expireOn === null || expireOn >= dayOf(tx.now)) return [held];
  const dueOn = addDays(expireOn, tx.param(graceDays));
  const next = open(tx, holder, { since: addDays(expireOn, 1), dueOn, shown: 0 });
  return [{ ...held, cert: { ...held.cert, state: "EXPIRED" } }, next];
}

function certified(tx: Tx, holder: Holder, certifiedOn: string): Made {
  const { cert, results } = open(tx, holder, { since: certifiedOn, dueOn: null, shown: holder.asked.length });
  const expireOn = expireDay(certifiedOn, holder.standard.validMonths);
  return { cert: { ...cert, state: "CERTIFIED", certifiedOn, expireOn }, results };
}

interface Begun {
  readonly since: string;
  readonly dueOn: string | null;
  /** How many of the items have a result; with all of them it waits for the review. */
  readonly shown: number;
}

function open(tx: Tx, { staff, standard, asked }: Holder, { since, dueOn, shown }: Begun): Made {
  const stamp = stampOn(tx, since, TRAINING_MANAGER);
  const draw = seeded(`certificate:${staff.id}`);
  const results = asked.slice(0, shown).map(({ id: itemId, weight }) => {
    const score = weight === 0 ? null : draw.integer(81, 98);
    return {
      ...stamp,
      id: newId(),
      certId: stamp.id,
      itemId,
      score,
      isPassed: true,
      fileIds: [],
      attempts: 1,
      note: null,
    };
  });
  const isWhole = shown === asked.length;
  const cert: CertRow = {
    ...stamp,
    staffId: staff.id,
    storeId: staff.storeId,
    positionCode: staff.positionCode,
    standardId: standard.id,
    state: isWhole ? "REVIEW" : "DOING",
    score: isWhole ? certScoreOf({ items: asked, results, passScore: standard.passScore }) : null,
    certifiedOn: null,
    expireOn: null,
    dueOn,
    note: null,
    reportItemId: null,
    reportNote: null,
    reportFileIds: [],
    reportedBy: null,
  };
  return { cert, results };
}
