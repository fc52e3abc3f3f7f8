/** Makes the order after `moved` was put before or after `target`. */
export function reorder<K extends string>(keys: readonly K[], moved: K, target: K, side: "before" | "after"): K[] {
  if (moved === target) return [...keys];
  const rest = keys.filter((key) => key !== moved);
  const at = rest.indexOf(target) + (side === "after" ? 1 : 0);
  return [...rest.slice(0, at), moved, ...rest.slice(at)];
}

/** Moves an entry one place forward or back. The first and the last one stay where they are. */
export function moveByStep<K extends string>(keys: readonly K[], moved: K, step: 1 | -1): K[] {
  const target = keys[keys.indexOf(moved) + step];
  return target === undefined ? [...keys] : reorder(keys, moved, target, step === 1 ? "after" : "before");
}
