import type { Tx } from "./db/tx.ts";

/** Records of one module that point at a record of another, declared by the module above: 订单 point at a carConfig. */
export interface Usage {
  /** The table that is pointed at, as its module declares it. */
  readonly entity: string;
  /** The Chinese name of the records with the references. */
  readonly label: string;
  /** What kind of record points, where a rule stops at some kinds and not at others. */
  readonly kind?: string;
  /** How many that are in force point at it. */
  countOf(tx: Tx, id: string): Promise<number>;
}

export interface UsageCount {
  readonly label: string;
  readonly kind?: string;
  readonly count: number;
}

/** Who points at a record, of all modules above; those without any are left out. */
export async function usagesOf(tx: Tx, entity: string, id: string): Promise<UsageCount[]> {
  const asked = tx.usages.filter((usage) => usage.entity === entity);
  const counted: UsageCount[] = [];
  for (const { label, kind, countOf } of asked) {
    counted.push({ label, ...(kind === undefined ? {} : { kind }), count: await countOf(tx, id) });
  }
  return counted.filter(({ count }) => count > 0);
}
