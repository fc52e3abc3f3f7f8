/** 分 as the number of 元 that a person types, and back without losing a 分 to floating point (PF-R91). */
export function yuanOf(fen: number | null | undefined): number | null {
  return typeof fen === "number" ? fen / 100 : null;
}

export function fenOf(yuan: number | null): number | null {
  return yuan === null ? null : Math.round(yuan * 100);
}
