import type { CarMarketType } from "@ops/vehicle/contract";

export interface TypeRow extends CarMarketType {
  readonly children?: TypeRow[];
}

/** Makes a tree from a list that is sorted already. */
export function typeRows(types: readonly CarMarketType[], parentId: string | null = null): TypeRow[] {
  return types
    .filter((type) => type.parentId === parentId)
    .map((type) => {
      const children = typeRows(types, type.id);
      return children.length > 0 ? { ...type, children } : type;
    });
}

/**
 * Moves a type before or after another one and answers the new order of the level; null if the other one is not in the
 * same level.
 */
export function reorderTypes(
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
