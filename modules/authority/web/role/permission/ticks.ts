import { closureOf, type Permission, type RoleDraft } from "@ops/authority/contract";

type Ticked = Pick<RoleDraft, "permissionCodes" | "menuKeys" | "scopeOverrides">;

/** Adds codes with everything that they require, and their pages (AU-R30). */
export function withCodes(draft: RoleDraft, codes: readonly string[], permissions: readonly Permission[]): RoleDraft {
  const closed = closureOf(codes, permissions);
  const pages = permissions.flatMap(({ code, menuKey }) => (closed.has(code) && menuKey !== null ? [menuKey] : []));
  return {
    ...draft,
    permissionCodes: union(draft.permissionCodes, closed),
    menuKeys: union(draft.menuKeys, pages),
  };
}

/** Finds the ticked codes that are of no use without the given ones. */
export function dependantsOf(
  draft: Ticked,
  codes: readonly string[],
  permissions: readonly Permission[],
): readonly Permission[] {
  const going = new Set(codes);
  return permissions.filter(
    ({ code }) =>
      draft.permissionCodes.includes(code) &&
      !going.has(code) &&
      [...closureOf([code], permissions)].some((required) => going.has(required)),
  );
}

/** Removes the codes, those that depend on them, and their own scopes. Pages stay as they are. */
export function withoutCodes(
  draft: RoleDraft,
  codes: readonly string[],
  permissions: readonly Permission[],
): RoleDraft {
  const going = new Set([...codes, ...dependantsOf(draft, codes, permissions).map(({ code }) => code)]);
  return {
    ...draft,
    permissionCodes: draft.permissionCodes.filter((code) => !going.has(code)),
    scopeOverrides: Object.fromEntries(Object.entries(draft.scopeOverrides).filter(([code]) => !going.has(code))),
  };
}

export function withPages(draft: RoleDraft, keys: readonly string[], permissions: readonly Permission[]): RoleDraft {
  const codes = codesOf(keys, permissions);
  return withCodes({ ...draft, menuKeys: union(draft.menuKeys, keys) }, codes, permissions);
}

export function withoutPages(draft: RoleDraft, keys: readonly string[], permissions: readonly Permission[]): RoleDraft {
  const going = new Set(keys);
  const rest = withoutCodes(draft, codesOf(keys, permissions), permissions);
  return { ...rest, menuKeys: rest.menuKeys.filter((key) => !going.has(key)) };
}

export function codesOf(keys: readonly string[], permissions: readonly Permission[]): string[] {
  return permissions.flatMap(({ code, menuKey }) => (menuKey !== null && keys.includes(menuKey) ? [code] : []));
}

/** A page is shown as ticked if all of its codes are, and as half ticked if only some or none are. */
export function tickOf(draft: Ticked, key: string, permissions: readonly Permission[]): "all" | "some" | "none" {
  const codes = codesOf([key], permissions);
  const held = codes.filter((code) => draft.permissionCodes.includes(code));
  if (draft.menuKeys.includes(key)) return held.length === codes.length ? "all" : "some";
  return held.length > 0 ? "some" : "none";
}

function union(list: readonly string[], more: Iterable<string>): string[] {
  return [...new Set([...list, ...more])];
}
