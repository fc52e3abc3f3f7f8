import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, inSteps, job, lockRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import * as contract from "../../contract/index.ts";
import { carErrors } from "../../contract/index.ts";
import { saveParts } from "../car-config/parts.ts";
import { offersOf, saleCodesOf } from "../car-config/present.ts";
import { carConfigs } from "../car-config/tables.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { findRows } from "../database.ts";
import { announceCatalogueChange } from "../quote/changed.ts";
import { applyWithWaiting, type Ended, type InTransaction } from "./apply.ts";
import { endOf } from "./push.ts";
import type { IntakeRow } from "./tables.ts";

/** How many messages are replayed while the caller waits. The rest is replayed in the background. */
const AT_ONCE = 200;

type Bound = BodyOf<typeof contract.bindSaleCode>;

/** 绑定物料号: adds the code to the configuration first, then replays all messages that failed because of it. */
export const bindSaleCode = inSteps(contract.bindSaleCode, async (steps, { body }) => {
  await steps.commit((tx) => bind(tx, body));
  const { ended, isMore } = await replayFor(steps.commit, body.saleCode);
  return steps.finish(async (tx) => {
    const remaining = isMore ? (await waitingFor(tx, body.saleCode, null)).length : 0;
    if (remaining > 0) await tx.enqueue(replayJob, { saleCode: body.saleCode }, { key: body.saleCode });
    tx.trail.about(carConfigs.name, body.carConfigId, body.saleCode);
    tx.trail.summary = `物料号${body.saleCode}，重放${ended.length}个`;
    return { replayed: ended.map(({ id, state, reason }) => ({ id, end: endOf(state), reason })), remaining };
  });
});

/** Adds only a code for which messages have failed. All other codes are entered with the configuration. */
async function bind(tx: Tx, { carConfigId, ...code }: Bound): Promise<void> {
  await lockCatalogue(tx);
  if ((await waitingFor(tx, code.saleCode, 1)).length === 0) throw carErrors.saleCodeNotAsked();
  const config = await lockRecord(tx, carConfigs, carConfigId, null);
  const saleCodes = [...(await saleCodesOf(tx, carConfigId)), code];
  // this raises the version, so that a person who edits the configuration learns of the new code
  const changed = await changeRecord(tx, carConfigs, config, {});
  await saveParts(tx, changed, { saleCodes, offers: await offersOf(tx, carConfigId) });
  await announceCatalogueChange(tx, carConfigId);
}

interface Replayed {
  readonly ended: readonly Ended[];
  readonly isMore: boolean;
}

async function replayFor(inTransaction: InTransaction, saleCode: string): Promise<Replayed> {
  const waiting = await inTransaction((tx) => waitingFor(tx, saleCode, AT_ONCE + 1));
  const ended: Ended[] = [];
  for (const one of waiting.slice(0, AT_ONCE)) ended.push(await applyWithWaiting(inTransaction, one));
  return { ended, isMore: waiting.length > AT_ONCE };
}

/** Replays the rest. Messages that are refused again stay failed, so the job stops when a round succeeds with none. */
export const replayJob = job({
  name: "vehicle.intakeReplay",
  title: "重放车辆事件",
  payload: z.object({ saleCode: z.string() }),
  run: async (work, { saleCode }) => {
    const inTransaction: InTransaction = (act) => work.step(act);
    for (;;) {
      const { ended, isMore } = await replayFor(inTransaction, saleCode);
      if (!isMore || ended.every(({ state }) => state === "FAILED")) return;
    }
  },
});

/** Finds messages that failed because the code was unknown, earliest first. */
async function waitingFor(tx: Tx, saleCode: string, limit: number | null) {
  const { rows } = await sql<Pick<IntakeRow, "id" | "vin">>`select id, vin from car_intake
    where state = 'FAILED' and reason = ${UNKNOWN} and upper(trim(payload ->> 'saleCode')) = ${saleCode}
    order by occurred_at, event_id limit ${limit}`.execute(tx.kysely);
  return rows;
}

const UNKNOWN = carErrors.cfgUnknown().message;

/** Finds the codes for which messages failed and which are still unknown, by the id of the message. */
export async function findUnknownSaleCodes(tx: Tx, rows: readonly IntakeRow[]): Promise<Map<string, string>> {
  const named = rows.flatMap(({ id, state, reason, payload }) => {
    const { saleCode } = payload;
    const isUnknown = state === "FAILED" && reason === UNKNOWN && typeof saleCode === "string";
    return isUnknown ? [{ id, saleCode: saleCode.trim().toUpperCase() }] : [];
  });
  const found = await findRows(tx, "carSaleCode", { saleCode: named.map(({ saleCode }) => saleCode) });
  const known = new Set(found.map(({ saleCode }) => saleCode));
  return new Map(named.filter(({ saleCode }) => !known.has(saleCode)).map(({ id, saleCode }) => [id, saleCode]));
}
