import type { AnswerFrom } from "@ops/platform/contract";
import { findFiles, isSelf, onlyOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { cascadeKind } from "../cascade/kinds.ts";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import { choicesOf, isStale } from "./choices.ts";
import type { SuspensionRow } from "./tables.ts";

export type PresentedSuspension = AnswerFrom<typeof contract.listSuspensions>[number];
export type PresentedDetail = AnswerFrom<typeof contract.getSuspension>;

export async function presentSuspensions(tx: Tx, rows: readonly SuspensionRow[]): Promise<PresentedSuspension[]> {
  if (rows.length === 0) return [];
  const counts = await countsOf(tx, rows);
  const names = await partnerNames(tx, rows);
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      partnerName: names.get(row.partnerId) ?? "",
      isSubmitted: row.state === "DRAFT" && row.submittedBy !== null,
      isMine: isSelf(tx, row.submittedBy),
      submittedByName: await nameOf(tx, row.submittedBy),
      confirmedByName: await nameOf(tx, row.confirmedBy),
      undoneByName: await nameOf(tx, row.undoneBy),
      createdByName: await tx.personName(row.createdBy),
      items: sumCounts(counts.filter(({ suspensionId }) => suspensionId === row.id)),
    })),
  );
}

export async function presentDetail(tx: Tx, row: SuspensionRow): Promise<PresentedDetail> {
  const presented = onlyOf(await presentSuspensions(tx, [row]));
  const partner = await db(tx)
    .selectFrom("partner")
    .selectAll()
    .where("id", "=", row.partnerId)
    .executeTakeFirstOrThrow();
  const choices = row.state === "DRAFT" ? await choicesOf(tx, partner) : [];
  return {
    ...presented,
    files: await findFiles(tx, row.fileIds),
    lines: await linesOf(tx, row, partner),
    choices,
    isStale: row.state === "DRAFT" && isStale(row, choices, tx.now),
  };
}

const nameOf = (tx: Tx, userId: string | null) => (userId === null ? null : tx.personName(userId));

interface Counts {
  readonly suspensionId: string;
  readonly kind: string;
  readonly all: number;
  readonly done: number;
  readonly failed: number;
  readonly restored: number;
  readonly kept: number;
  readonly restoreFailed: number;
}

function countsOf(tx: Tx, rows: readonly SuspensionRow[]): Promise<Counts[]> {
  const where = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`(count(*) filter (where ${condition}))::int`;
  return db(tx)
    .selectFrom("partnerCascadeItem")
    .select(["suspensionId", "kind"])
    .select([
      sql<number>`count(*)::int`.as("all"),
      where(sql<boolean>`state = 'DONE'`).as("done"),
      where(sql<boolean>`state = 'FAILED'`).as("failed"),
      where(sql<boolean>`restored = 'RESTORED'`).as("restored"),
      where(sql<boolean>`restored = 'KEPT'`).as("kept"),
      where(sql<boolean>`restored = 'FAILED'`).as("restoreFailed"),
    ])
    .where(
      "suspensionId",
      "in",
      rows.map(({ id }) => id),
    )
    .groupBy(["suspensionId", "kind"])
    .execute();
}

function sumCounts(counts: readonly Counts[]): PresentedSuspension["items"] {
  const sum = { all: 0, done: 0, failed: 0, restored: 0, kept: 0, restoreFailed: 0 };
  for (const one of counts) {
    sum.all += one.all;
    sum.done += one.done;
    sum.failed += one.failed;
    sum.restored += one.restored;
    sum.kept += one.kept;
    sum.restoreFailed += one.restoreFailed;
  }
  return sum;
}

/** Makes a line for each kind that the preview showed or the execution found. */
async function linesOf(tx: Tx, row: SuspensionRow, partner: PartnerRow): Promise<PresentedDetail["lines"]> {
  const counts = await countsOf(tx, [row]);
  const kinds = [...new Set([...row.preview.map(({ kind }) => kind), ...counts.map(({ kind }) => kind)])];
  return Promise.all(
    kinds.map(async (kind) => {
      const seen = row.preview.find((one) => one.kind === kind);
      const line = row.plan.find((one) => one.kind === kind);
      const declared = cascadeKind(tx, kind);
      const action = line?.action ?? declared?.defaultAction ?? "";
      const chosen = declared?.actions.find((one) => one.action === action);
      const receivers = line?.receiverId ? await chosen?.receiversOf?.(tx, partner) : [];
      return {
        kind,
        label: declared?.label ?? seen?.label ?? kind,
        seen: seen?.count ?? 0,
        action,
        actionLabel: chosen?.label ?? action,
        receiverName: receivers?.find(({ id }) => id === line?.receiverId)?.name ?? null,
        ...sumCounts(counts.filter((one) => one.kind === kind)),
      };
    }),
  );
}

async function partnerNames(tx: Tx, rows: readonly SuspensionRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.map(({ partnerId }) => partnerId))];
  const named = await db(tx).selectFrom("partner").select(["id", "shortName"]).where("id", "in", ids).execute();
  return new Map(named.map(({ id, shortName }) => [id, shortName]));
}
