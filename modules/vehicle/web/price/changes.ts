import type { PriceCell, PriceLine } from "@ops/vehicle/contract";

/** New prices by configuration and item; null where a field was emptied. */
export type Typed = Readonly<Record<string, number | null>>;

export const cellKey = (carConfigId: string, { kind, itemCode }: Pick<PriceCell, "kind" | "itemCode">) =>
  `${carConfigId} ${kind} ${itemCode}`;

export interface Change extends Pick<PriceCell, "kind" | "itemCode"> {
  readonly carConfigId: string;
  readonly amountFen: number;
}

/** What differs from the price at the start; the rest is not sent. */
export function changesOf(lines: readonly PriceLine[], typed: Typed): Change[] {
  return lines.flatMap(({ id, cells }) =>
    cells.flatMap((cell) => {
      const amountFen = typed[cellKey(id, cell)] ?? null;
      if (amountFen === null || amountFen === cell.amountFen) return [];
      return [{ carConfigId: id, kind: cell.kind, itemCode: cell.itemCode, amountFen }];
    }),
  );
}

/** Every base price so much higher or lower, never below nothing; emptied, they are as before. */
export function raised(lines: readonly PriceLine[], by: number | null): Typed {
  const bases = lines.flatMap(({ id, cells }) =>
    cells.filter(({ kind, amountFen }) => kind === "BASE" && amountFen !== null).map((cell) => ({ id, cell })),
  );
  const amountOf = (fen: number | null) => (by === null || fen === null ? null : Math.max(0, fen + by));
  return Object.fromEntries(bases.map(({ id, cell }) => [cellKey(id, cell), amountOf(cell.amountFen)]));
}
