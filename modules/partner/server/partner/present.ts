import { type AnswerFrom, CityRef, type RefKind } from "@ops/platform/contract";
import { isSelf, onlyOf, refNames, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { ChannelManagerRef, PartnerRegionRef } from "../../contract/index.ts";
import { ownPartnerId } from "../company/own.ts";
import type { PartnerRow } from "../company/tables.ts";
import { kindsOf } from "../company/template.ts";
import { db } from "../database.ts";
import { planToday } from "../onboarding/standing.ts";
import { contractEnd } from "./check/conditions.ts";
import { storesOf } from "./stores.ts";

export type PresentedPartner = AnswerFrom<typeof contract.listPartners>["list"][number];

/** Presents the rows of a page with names and numbers. It needs a few statements, however many rows there are. */
export async function presentPartners(tx: Tx, rows: readonly PartnerRow[]): Promise<PresentedPartner[]> {
  if (rows.length === 0) return [];
  const named = (kind: RefKind, ids: readonly (string | null)[]) =>
    refNames(
      tx,
      kind,
      ids.filter((id) => id !== null),
    );
  const [regions, cities, managers, stores, figures, progress, ownId] = [
    await named(
      PartnerRegionRef,
      rows.map(({ regionId }) => regionId),
    ),
    await named(
      CityRef,
      rows.flatMap(({ cityCodes }) => cityCodes),
    ),
    await named(
      ChannelManagerRef,
      rows.map(({ managerId }) => managerId),
    ),
    await storesOf(tx, rows),
    await figuresOf(tx, rows),
    await progressOf(tx, rows),
    await ownPartnerId(tx),
  ];
  return rows.map((row) => ({
    ...row,
    kinds: kindsOf(row),
    regionName: regions.get(row.regionId ?? "") ?? "",
    cities: row.cityCodes.map((code) => ({ code, name: cities.get(code) ?? code })),
    storeCount: stores.get(row.id)?.length ?? 0,
    ...onlyOf(figures.get(row.id) ?? []),
    riskTags: ownId === null ? row.riskTags : null,
    managerName: managers.get(row.managerId) ?? "",
    onboarding: progress.get(row.id) ?? null,
    isOwn: isSelf(tx, row.submittedBy, row.createdBy),
  }));
}

interface Figures {
  readonly staffCount: number;
  readonly accountCount: number;
  readonly contractEndOn: string | null;
  readonly depositFen: number;
}

async function figuresOf(tx: Tx, rows: readonly PartnerRow[]): Promise<Map<string, [Figures]>> {
  const { rows: found } = await sql<Figures & { id: string }>`
    select partner.id,
      (select count(*)::int from partner_staff s where s.partner_id = partner.id and s.state not in ('LEFT', 'REJECTED'))
        as "staffCount",
      (select count(*)::int from partner_staff s where s.partner_id = partner.id and s.state = 'ACTIVE') as "accountCount",
      ${contractEnd}::text as "contractEndOn",
      coalesce((select d.balance_after_fen from partner_deposit d where d.partner_id = partner.id
        order by d.entry_no desc limit 1), 0)::bigint as "depositFen"
    from partner where partner.id = any(${rows.map(({ id }) => id)})`.execute(tx.kysely);
  return new Map(found.map(({ id, ...figures }) => [id, [{ ...figures, depositFen: Number(figures.depositFen) }]]));
}

/** Finds the progress of partners that are coming in. */
async function progressOf(tx: Tx, rows: readonly PartnerRow[]) {
  const coming = rows.filter(({ state }) => state === "ONBOARDING").map(({ id }) => id);
  const progress = new Map<string, NonNullable<PresentedPartner["onboarding"]>>();
  if (coming.length === 0) return progress;
  const tasks = await db(tx)
    .selectFrom("partnerOnboardTask")
    .selectAll()
    .where("partnerId", "in", coming)
    .orderBy("sort")
    .execute();
  for (const id of coming) {
    const own = tasks.filter(({ partnerId }) => partnerId === id);
    const mandatory = own.filter((task) => task.mandatory);
    const open = mandatory.filter(({ state }) => state !== "DONE");
    progress.set(id, {
      done: mandatory.length - open.length,
      all: mandatory.length,
      readyOn: planToday(tx, own).readyOn,
      next: open[0]?.name ?? null,
    });
  }
  return progress;
}
