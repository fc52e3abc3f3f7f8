import { wireTime } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { onDuty } from "@ops/store/server";
import { sql } from "kysely";

export interface ButlerLoad {
  readonly userId: string;
  readonly weight: number;
  /** Orders from the lock to the hand-over that the person has. */
  readonly open: number;
  /** When the person got the last one. */
  readonly lastAt: Date | null;
}

/** Lists who is on duty for deliveries at a store, the one who is to get the next order first (OR-R17). */
export async function butlersAt(tx: Tx, storeId: string): Promise<ButlerLoad[]> {
  const people = await onDuty(tx, { storeId, family: "DELIVERY", at: tx.now });
  const loads = await loadsOf(
    tx,
    people.map(({ userId }) => userId),
  );
  return people
    .map(({ userId, weight }) => ({ userId, weight, open: 0, lastAt: null, ...loads.get(userId) }))
    .toSorted(byTurn);
}

/** The smallest load by weight comes first, then whoever has waited longest. */
function byTurn(a: ButlerLoad, b: ButlerLoad): number {
  const byLoad = a.open * b.weight - b.open * a.weight;
  const waited = (a.lastAt?.getTime() ?? 0) - (b.lastAt?.getTime() ?? 0);
  return byLoad || waited || (a.userId < b.userId ? -1 : 1);
}

async function loadsOf(tx: Tx, userIds: readonly string[]) {
  const { rows } = await sql<Omit<ButlerLoad, "weight">>`select butler_id as user_id, max(butler_at) as last_at,
      (count(*) filter (where state in ('LOCKED', 'SCHEDULED', 'PRODUCED', 'IN_TRANSIT', 'ARRIVED', 'READY')))::int as open
    from sales_order where butler_id = any(${userIds}::uuid[]) group by butler_id`.execute(tx.kysely);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Why it is this person's turn, in numbers that everybody can follow. */
export function turnText({ open, weight, lastAt }: ButlerLoad): string {
  const last = lastAt ? `上次分配${wireTime(lastAt).slice(0, 16)}` : "尚未分配过";
  return `在手${open} ÷ 权重${weight} = ${(open / weight).toFixed(1)}，${last}`;
}
