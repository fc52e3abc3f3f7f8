import type { CarMarketType } from "@ops/vehicle/contract";

export interface TypeRow extends CarMarketType {
  readonly children?: TypeRow[];
}

/** The tree of a list that is in order already. */
export function typeRows(types: readonly CarMarketType[], parentId: string | null = null): TypeRow[] {
  return types
    .filter((type) => type.parentId === parentId)
    .map((type) => {
      const children = typeRows(types, type.id);
      return children.length > 0 ? { ...type, children } : type;
    });
}

/** The level of `id` with it put before or after another of the same level; null when the other is elsewhere. */
export function reordered(
  types: readonly CarMarketType[],
  id: string,
  target: { readonly id: string; readonly place: "before" | "after" },
): { parentId: string | null; ids: string[] } | null {
  const moved = types.find((type) => type.id === id);
  const other = types.find((type) => type.id === target.id);
  if (!moved || !other || id === target.id || moved.parentId !== other.parentId) return null;
  const level = types.filter(({ parentId }) => parentId === moved.parentId).map((type) => type.id);
  const rest = level.filter((one) => one !== id);
  const at = rest.indexOf(target.id) + (target.place === "after" ? 1 : 0);
  return { parentId: moved.parentId, ids: [...rest.slice(0, at), id, ...rest.slice(at)] };
}
