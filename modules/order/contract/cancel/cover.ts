/** What a cancellation can cost, in the order in which it is taken from what was paid (OR-R8). */
export const cancelLineKinds = { DEPOSIT: "定金", FREIGHT: "物流费", RIGHTS: "权益扣回", PAPERS: "上牌资料" } as const;
export type CancelLineKind = keyof typeof cancelLineKinds;

interface Charged {
  readonly fen: number;
  readonly waivedFen: number;
}

/** Lines take at most what was paid, one after the other; what is left goes back. The rest of a line is 未覆盖. */
export function coverLines<L extends Charged>(lines: readonly L[], paidFen: number) {
  let leftFen = paidFen;
  const covered = lines.map((line) => {
    const takenFen = Math.min(leftFen, line.fen - line.waivedFen);
    leftFen -= takenFen;
    return { ...line, takenFen, uncoveredFen: line.fen - line.waivedFen - takenFen };
  });
  return { lines: covered, deductFen: paidFen - leftFen, refundFen: leftFen };
}
