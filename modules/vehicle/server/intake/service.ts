import { type AnswerFrom, type BodyOf, commonErrors, normaliseVin } from "@ops/platform/contract";
import { inSteps, is, listPage, onlyOf, reads, requireRecord, type Steps, type Tx, within } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { intakeStates } from "../../contract/index.ts";
import { db, findRows } from "../database.ts";
import { applyWithWaiting } from "./apply.ts";
import { findUnknownSaleCodes } from "./bind.ts";
import { measureLag } from "./lag.ts";
import { endOf } from "./push.ts";
import { type IntakeRow, intakes } from "./tables.ts";

async function presentAll(tx: Tx, rows: readonly IntakeRow[]) {
  const unknown = await findUnknownSaleCodes(tx, rows);
  return rows.map((row) => ({
    ...row,
    conflictCount: row.conflicts.length,
    unknownSaleCode: unknown.get(row.id) ?? null,
  }));
}

/** Lists a page of messages, with the number of messages in each open state. */
export const listCarIntakes = reads(contract.listCarIntakes, async (tx, { query }) => {
  const vin = query.vin ? normaliseVin(query.vin) : undefined;
  const page = await listPage(tx, intakes, query, {
    where: [is("state", query.state), is("type", query.type), is("vin", vin), within("receivedAt", query.receivedAt)],
    orderBy: ["receivedAt", "desc"],
  });
  return { ...page, list: await presentAll(tx, page.list), counts: await openCounts(tx) };
});

/** Counts messages that need attention. Applied ones are too many to count at every call. */
async function openCounts(tx: Tx) {
  const rows = await db(tx)
    .selectFrom("carIntake")
    .select(["state", (eb) => eb.fn.countAll<number>().as("count")])
    .where("state", "in", ["PENDING", "WAITING", "FAILED"])
    .groupBy("state")
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

export const getCarIntake = reads(contract.getCarIntake, async (tx, { params }) => {
  const row = await requireRecord(tx, intakes, params.id);
  const presented = onlyOf(await presentAll(tx, [row]));
  return {
    ...presented,
    payload: JSON.parse(JSON.stringify(row.payload)),
    conflicts: JSON.parse(JSON.stringify(row.conflicts)),
  };
});

export const listIntakeLag = reads(contract.listIntakeLag, (tx, { query }) => measureLag(tx, query.span));

export const replayCarIntakes = inSteps(contract.replayCarIntakes, (steps, { body }) => replay(steps, body));

export const replayCarIntake = inSteps(contract.replayCarIntake, async (steps, { params }) => {
  const [answer] = await replay(steps, { ids: [params.id] });
  if (!answer) throw commonErrors.notFound();
  return answer;
});

/** Tries refused or waiting messages again. Refuses if one of them is finished. */
async function replay(steps: Steps, { ids }: BodyOf<typeof contract.replayCarIntakes>) {
  const rows = await steps.commit((tx) => findRows(tx, "carIntake", { id: ids }, "occurredAt"));
  if (rows.length < new Set(ids).size) throw commonErrors.notFound();
  for (const { state } of rows) intakeStates.next(state, "replay");
  const answers: AnswerFrom<typeof contract.replayCarIntakes> = [];
  for (const row of rows) {
    const { id, state, reason } = await applyWithWaiting(steps.commit, row);
    answers.push({ id, end: endOf(state), reason });
  }
  return steps.finish(async (tx) => {
    const [first] = rows;
    tx.trail.about("carIntake", first?.id ?? "", first?.eventId ?? null);
    tx.trail.summary = `重放${answers.length}个，应用${answers.filter(({ end }) => end === "applied").length}个`;
    return answers;
  });
}
