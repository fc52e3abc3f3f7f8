/** What a store has of a position that a training standard names. */
export interface TrainedHeads {
  readonly positionName: string;
  readonly certified: number;
  readonly assigned: number;
  readonly minHeads: number;
  readonly minCertPct: number;
}

const isPctShort = ({ certified, assigned, minCertPct }: TrainedHeads): boolean =>
  certified * 100 < minCertPct * assigned;

/** Tells whether the share of certified people is reached; a position without people is not asked (ST-R4). */
export const isCertRateMet = (heads: TrainedHeads): boolean => !isPctShort(heads);

/** What is short of the training standard, as people read it; null if nothing is (ST-R27). */
export function trainingShortage(rows: readonly TrainedHeads[]): string | null {
  const short = rows.flatMap((row) => shortageOf(row) ?? []);
  return short.length === 0 ? null : short.join("；");
}

function shortageOf(row: TrainedHeads): string | null {
  const { positionName, certified, assigned, minHeads, minCertPct } = row;
  const heads = certified < minHeads ? ` ${certified}/${minHeads}` : "";
  const pct = isPctShort(row) ? `认证率 ${Math.floor((certified * 100) / assigned)}%<${minCertPct}%` : "";
  if (!heads && !pct) return null;
  return `${positionName}${heads}${heads && pct ? "，" : ""}${pct}`;
}
