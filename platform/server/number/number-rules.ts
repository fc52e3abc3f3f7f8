import {
  type BodyOf,
  commonErrors,
  editNumberRule,
  listNumberRules,
  type NumberRuleLine,
  numberRuleErrors,
  wireTime,
} from "@ops/platform/contract";
import { sql } from "kysely";
import { onlyOf } from "../db/record/only.ts";
import { changeRecord, insertRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import { type Route, reads, writes } from "../http/route.ts";
import { db, type NumberRuleRow, numberRules } from "../tables.ts";
import { DIGITS, type NumberRule, numberOf, periodOf } from "./numbering.ts";

/** `rules` are those of all modules. */
export function numberRuleRoutes(rules: readonly NumberRule[]): Route[] {
  return [
    reads(listNumberRules, (tx) => linesOf(tx, rules)),
    writes(editNumberRule, (tx, { params, body }) => editRule(tx, params.kind, body, rules)),
  ];
}

async function linesOf(tx: Tx, rules: readonly NumberRule[]): Promise<NumberRuleLine[]> {
  const reserved = await db(tx)
    .selectFrom("numberSequence")
    .select(["kind", "period", "nextValue"])
    .where("period", "in", [periodOf({}, tx.now), periodOf({ runsOn: true }, tx.now)])
    .execute();
  const next = new Map(reserved.map(({ kind, period, nextValue }) => [kind + period, nextValue]));
  const changed = await readChangedRules(tx);
  return rules
    .map((rule) => {
      const { kind, name = kind } = rule;
      const { prefix, seqLength, version } = changed.get(kind) ?? looksOf(rule);
      const period = periodOf(rule, tx.now);
      const numbered = (value: number) => numberOf({ prefix, seqLength }, period, value);
      const end = next.get(kind + period);
      const reservedTo = end === undefined ? null : numbered(end - 1);
      return { kind, name, prefix, seqLength, sample: numbered(1), reservedTo, version };
    })
    .toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1));
}

const looksOf = ({ prefix, digits = DIGITS }: NumberRule) => ({ prefix, seqLength: digits, version: 0 });

async function readChangedRules(tx: Tx): Promise<ReadonlyMap<string, NumberRuleRow>> {
  const rows = await db(tx).selectFrom("numberRule").selectAll().execute();
  return new Map(rows.map((row) => [row.kind, row]));
}

/** Lets one change run at a time, because two kinds must not get the same prefix. */
async function editRule(
  tx: Tx,
  kind: string,
  { version, ...looks }: BodyOf<typeof editNumberRule>,
  rules: readonly NumberRule[],
): Promise<NumberRuleLine> {
  const rule = rules.find((one) => one.kind === kind);
  if (!rule) throw commonErrors.notFound();
  await sql`select pg_advisory_xact_lock(hashtext('number_rule'))`.execute(tx.kysely);
  const changed = await readChangedRules(tx);
  const stored = changed.get(kind);
  if ((stored?.version ?? 0) !== version) {
    const at = stored ?? { updatedBy: tx.actor.userId, updatedAt: tx.now };
    const values = { name: await tx.personName(at.updatedBy), time: wireTime(at.updatedAt) };
    throw commonErrors.versionConflict(values, await lineOf(tx, kind, rules));
  }
  requireFreePrefix(looks.prefix, rule, { rules, changed });
  const before = stored ?? { ...looksOf(rule), pastPrefixes: [] };
  const pastPrefixes = [...new Set([...before.pastPrefixes, before.prefix])];
  if (stored) await changeRecord(tx, numberRules, stored, { ...looks, pastPrefixes });
  else await insertRecord(tx, numberRules, { kind, ...looks, pastPrefixes });
  await tx.invalidate("numberRules");
  return lineOf(tx, kind, rules);
}

interface Taken {
  readonly rules: readonly NumberRule[];
  readonly changed: ReadonlyMap<string, NumberRuleRow>;
}

/** Also what another kind declares or once had: a number must never mean two things. */
function requireFreePrefix(prefix: string, { kind }: NumberRule, { rules, changed }: Taken): void {
  const holder = rules.find((other) => {
    const row = changed.get(other.kind);
    return other.kind !== kind && [other.prefix, row?.prefix, ...(row?.pastPrefixes ?? [])].includes(prefix);
  });
  if (holder) throw numberRuleErrors.prefixTaken({ prefix, name: holder.name ?? holder.kind });
}

async function lineOf(tx: Tx, kind: string, rules: readonly NumberRule[]): Promise<NumberRuleLine> {
  return onlyOf((await linesOf(tx, rules)).filter((one) => one.kind === kind));
}
