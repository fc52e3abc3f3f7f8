import { partnerHeadsAt } from "@ops/partner/server";
import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { workingStates } from "../../contract/index.ts";
import { findRows } from "../database.ts";

/** People of a store in a position that asks for a certificate. */
export interface CertHeads {
  readonly storeId: string;
  readonly positionCode: string;
  readonly needed: number;
  readonly certified: number;
  /** Those of the certified ones whose certificate ends within 30 days. */
  readonly expiring: number;
}

/** Counts own people who work in these stores and need a certificate, by store and position (section 9). */
export async function ownCertHeads(tx: Tx, storeIds: readonly string[]): Promise<CertHeads[]> {
  const { rows } = await sql<CertHeads>`
    select store_id, position_code, count(*)::int as needed,
      (count(*) filter (where cert_state in ('CERTIFIED', 'EXPIRING')))::int as certified,
      (count(*) filter (where cert_state = 'EXPIRING'))::int as expiring
    from store_staff where store_id = any(${storeIds}::uuid[]) and state = any(${[...workingStates]}::text[])
      and cert_state <> 'NONE' group by store_id, position_code`.execute(tx.kysely);
  return rows;
}

/** Sums the people of each store who need a certificate and who hold one, own ones and partners' (ST-R27). */
export async function certSharesOf(tx: Tx, storeIds: readonly string[]) {
  const positions = await findRows(tx, "storePosition", { isCertRequired: true });
  const required = new Set(positions.map(({ positionCode }) => positionCode));
  const partners = await partnerHeadsAt(tx, storeIds, dayOf(tx.now));
  const own = Map.groupBy(await ownCertHeads(tx, storeIds), ({ storeId }) => storeId);
  return (storeId: string): { readonly certNeeded: number; readonly certified: number } => {
    const others = (partners.get(storeId) ?? []).filter(({ positionCode }) => required.has(positionCode));
    const heads = [...(own.get(storeId) ?? []), ...others.map((one) => ({ ...one, needed: one.heads }))];
    return {
      certNeeded: heads.reduce((sum, { needed }) => sum + needed, 0),
      certified: heads.reduce((sum, { certified }) => sum + certified, 0),
    };
  };
}
