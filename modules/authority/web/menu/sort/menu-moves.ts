import { type MenuMove, type PlacedMenu, treeFault } from "@ops/authority/contract";

/** The new place of a node: below `parentId`, before a sibling or as the last one. */
export interface MenuTarget {
  readonly parentId: string | null;
  readonly before: string | null;
}

export type DropPlace = "before" | "into" | "after";
export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/** Makes the moves that bring the node there; empty if it is there already. */
export function movesTo(nodes: readonly PlacedMenu[], key: string, { parentId, before }: MenuTarget): MenuMove[] {
  const others = childrenOf(nodes, parentId)
    .map((node) => node.key)
    .filter((one) => one !== key);
  const at = before === null ? others.length : others.indexOf(before);
  const keys = others.toSpliced(at < 0 ? others.length : at, 0, key);
  const places = new Map(nodes.map((node) => [node.key, node]));
  const isInPlace = places.get(key)?.parentId === parentId && keysBelow(nodes, parentId).join() === keys.join();
  if (isInPlace) return [];
  return keys
    .map((one, index) => ({ key: one, parentId, sort: (index + 1) * 10 }))
    .filter((move) => places.get(move.key)?.sort !== move.sort || places.get(move.key)?.parentId !== move.parentId);
}

/** Makes the moves that bring everything back to its present place. */
export function movesBack(nodes: readonly PlacedMenu[], moves: readonly MenuMove[]): MenuMove[] {
  const moved = new Set(moves.map(({ key }) => key));
  return nodes.filter(({ key }) => moved.has(key)).map(({ key, parentId, sort }) => ({ key, parentId, sort }));
}

/** Applies moves to the nodes. They are not sorted into menu order, because nodes in a cycle would vanish from it. */
export function movedBy<M extends PlacedMenu>(nodes: readonly M[], moves: readonly MenuMove[]): M[] {
  const byKey = new Map(moves.map((move) => [move.key, move]));
  return nodes.map((node) => ({ ...node, ...byKey.get(node.key) }));
}

/** Tells why the moves would be refused, or null. */
export function refusalOf(nodes: readonly PlacedMenu[], moves: readonly MenuMove[]): string | null {
  return treeFault(movedBy(nodes, moves))?.message ?? null;
}

/** Finds the place that dropping before, into or after a row means. */
export function dropTarget(nodes: readonly PlacedMenu[], onto: string, place: DropPlace): MenuTarget | null {
  const node = nodes.find(({ key }) => key === onto);
  if (!node) return null;
  if (place === "into") return { parentId: node.key, before: null };
  if (place === "before") return { parentId: node.parentId, before: node.key };
  return { parentId: node.parentId, before: siblingOf(nodes, node, 1)?.key ?? null };
}

/**
 * Finds the place for Alt with an arrow key: up and down among siblings, right into the group above, left out of the
 * group.
 */
export function arrowTarget(nodes: readonly PlacedMenu[], key: string, arrow: Arrow): MenuTarget | null {
  const node = nodes.find((one) => one.key === key);
  if (!node) return null;
  const previous = siblingOf(nodes, node, -1);
  const next = siblingOf(nodes, node, 1);
  if (arrow === "ArrowUp") return previous ? { parentId: node.parentId, before: previous.key } : null;
  if (arrow === "ArrowDown") {
    return next ? { parentId: node.parentId, before: siblingOf(nodes, next, 1)?.key ?? null } : null;
  }
  if (arrow === "ArrowRight") return previous?.kind === "GROUP" ? { parentId: previous.key, before: null } : null;
  return node.parentId === null ? null : dropTarget(nodes, node.parentId, "after");
}

function childrenOf<M extends PlacedMenu>(nodes: readonly M[], parentId: string | null): M[] {
  return nodes
    .filter((node) => node.parentId === parentId)
    .toSorted((one, other) => one.sort - other.sort || (one.key < other.key ? -1 : 1));
}

function keysBelow(nodes: readonly PlacedMenu[], parentId: string | null): string[] {
  return childrenOf(nodes, parentId).map(({ key }) => key);
}

function siblingOf(nodes: readonly PlacedMenu[], node: PlacedMenu, step: 1 | -1): PlacedMenu | undefined {
  const siblings = childrenOf(nodes, node.parentId);
  const at = siblings.findIndex(({ key }) => key === node.key) + step;
  return at < 0 ? undefined : siblings[at];
}
