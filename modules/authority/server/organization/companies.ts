import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { orgErrors } from "../../contract/index.ts";
import { db, type OrganizationType } from "../database.ts";
import { idsOnPath, isBelow, type OrganizationRow } from "./tables.ts";

/** Types of organisations that are companies of their own, whose people and records stay inside the company. */
const companyTypes: readonly OrganizationType[] = ["PARTNER", "CARRIER"];

/**
 * Refuses changes that take an organisation out of a company or into one, because its people would come under other
 * administrators. Also refuses to move a partner out of the region that its record names (PT-R19).
 */
export async function requireSameCompany(tx: Tx, source: OrganizationRow, target: OrganizationRow): Promise<void> {
  const [before, after] = [await lineAbove(tx, source), await lineTo(tx, target)];
  if (companiesIn(before) !== companiesIn(after)) throw orgErrors.otherCompany();
  if (regionIn(before) === regionIn(after)) return;
  const partner = await partnerOfOuterRegion(tx, source);
  if (partner) throw orgErrors.partnerRegion(partner);
}

interface OnLine {
  readonly id: string;
  readonly type: OrganizationType;
}

/** Lists the organisations from the root to this one. */
function lineTo(tx: Tx, { path }: OrganizationRow): Promise<OnLine[]> {
  const asked = db(tx).selectFrom("organization").select(["id", "type"]);
  return asked.where("id", "in", idsOnPath(path)).orderBy("level").execute();
}

async function lineAbove(tx: Tx, source: OrganizationRow): Promise<OnLine[]> {
  return (await lineTo(tx, source)).filter(({ id }) => id !== source.id);
}

function companiesIn(line: readonly OnLine[]): string {
  const companies = line.filter(({ type }) => companyTypes.includes(type));
  return companies.map(({ id }) => id).join();
}

function regionIn(line: readonly OnLine[]): string | undefined {
  return line.findLast(({ type }) => type === "REGION")?.id;
}

/**
 * Finds a partner in this subtree whose region lies outside of it. Partners below a region inside the subtree move
 * along with it. If the region itself is merged, their module moves them (AU-R42).
 */
async function partnerOfOuterRegion(tx: Tx, { path }: OrganizationRow): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`select p.name from organization p
    where p.type = 'PARTNER' and p.deleted_at is null and ${isBelow(sql.ref("p.path"), path)}
      and not exists (select 1 from organization r where r.type = 'REGION' and r.deleted_at is null
        and ${isBelow(sql.ref("r.path"), path)} and starts_with(p.path, r.path))
    order by p.path limit 1`.execute(tx.kysely);
  return rows[0];
}
