import type { ProjectKind } from "./words.ts";

/** What is known of a person who manages projects. */
export interface ManagerSetting {
  readonly id: string;
  readonly userId: string;
  readonly regionOrgIds: readonly string[];
  readonly cityCodes: readonly string[];
  readonly kinds: readonly ProjectKind[];
  readonly maxActive: number;
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly isEnabled: boolean;
  /** How many projects of the person are running. */
  readonly active: number;
}

interface Wanted {
  readonly kind: ProjectKind;
  readonly cityCode: string;
  readonly regionOrgId: string | null;
  readonly today: string;
}

const ranges = ["城市", "大区", "全部"] as const;

interface Matched {
  readonly userId: string;
  readonly reason: string;
}

/**
 * Finds who manages a new project: a setting in force with room left that names its city, else its region, else none at
 * all; then the person with the lowest load (ST-R26). Null if nobody does.
 */
export function matchManager(settings: readonly ManagerSetting[], wanted: Wanted): Matched | null {
  const [first] = settings
    .filter((setting) => isOpenFor(setting, wanted))
    .flatMap((setting) => {
      const range = rangeOf(setting, wanted);
      return range === null ? [] : { ...setting, range };
    })
    .toSorted((a, b) => a.range - b.range || loadOf(a) - loadOf(b) || (a.id < b.id ? -1 : 1));
  if (!first) return null;
  const { userId, active, maxActive, range } = first;
  return { userId, reason: `按${ranges[range]}匹配，在管项目${active}/${maxActive}` };
}

function isOpenFor(
  { isEnabled, validFrom, validTo, kinds, active, maxActive }: ManagerSetting,
  { kind, today }: Wanted,
): boolean {
  const isInForce = isEnabled && validFrom <= today && (validTo === null || today <= validTo);
  return isInForce && (kinds.length === 0 || kinds.includes(kind)) && active < maxActive;
}

/** 0 for the city, 1 for the region, 2 for a setting without places, null for places elsewhere. */
function rangeOf({ cityCodes, regionOrgIds }: ManagerSetting, { cityCode, regionOrgId }: Wanted): number | null {
  if (cityCodes.includes(cityCode)) return 0;
  if (regionOrgId !== null && regionOrgIds.includes(regionOrgId)) return 1;
  return cityCodes.length === 0 && regionOrgIds.length === 0 ? 2 : null;
}

const loadOf = ({ active, maxActive }: ManagerSetting) => active / maxActive;
