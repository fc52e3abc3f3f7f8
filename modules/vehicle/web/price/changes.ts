import type { PriceCell, PriceLine } from "@ops/vehicle/contract";

/** New prices by configuration and item; null if a field was emptied. */
export type Typed = Readonly<Record<string, number | null>>;

export const cellKey = (carConfigId: string, { kind, itemCode }: Pick<PriceCell, "kind" | "itemCode">) =>
  `${carConfigId} ${kind} ${itemCode}`;

export interface Change extends Pick<PriceCell, "kind" | "itemCode"> {
  readonly carConfigId: string;
  readonly amountFen: number;
}

/** Finds the prices that differ from those at the start. Only these are sent. */
export function changesOf(lines: readonly PriceLine[], typed: Typed): Change[] {
  return lines.flatMap(({ id, cells }) =>
    cells.flatMap((cell) => {
      const amountFen = typed[cellKey(id, cell)] ?? null;
      if (amountFen === null || amountFen === cell.amountFen) return [];
      return [{ carConfigId: id, kind: cell.kind, itemCode: cell.itemCode, amountFen }];
    }),
  );
}

/** Raises or lowers every base price by an amount, but not below zero. An empty amount restores the former prices. */
export function raisePrices(lines: readonly PriceLine[], by: number | null): Typed {
  const bases = lines.flatMap(({ id, cells }) =>
    cells.filter(({ kind, amountFen }) => kind === "BASE" && amountFen !== null).map((cell) => ({ id, cell })),
  );
  const amountOf = (fen: number | null) => (by === null || fen === null ? null : Math.max(0, fen + by));
  return Object.fromEntries(bases.map(({ id, cell }) => [cellKey(id, cell), amountOf(cell.amountFen)]));
}
