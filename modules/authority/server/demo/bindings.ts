import { type Calendar, minutesAfter } from "./calendar.ts";
import type { Person } from "./people/people.ts";
import { administratorId, stampedBy } from "./rows.ts";
import { idOf, seeded } from "./seeded.ts";

const TOTAL = 300;
const CONFLICTS = 4;
const shares = [
  ["WECOM", 170],
  ["LARK", 70],
  ["OIDC", 36],
  ["DMS", 20],
] as const;

/** Makes bindings to other platforms, most of them found by sync. A few external accounts match two people. */
export function bindingRows(persons: readonly Person[], calendar: Calendar) {
  const staff = persons.filter(({ userType }) => userType !== "SERVICE");
  const random = seeded("bindings");
  const bound = shares.flatMap(([platform, count]) =>
    Array.from({ length: count }, (_, n) => {
      const person = staff[(n * 7 + platform.length * 13) % staff.length];
      return person ? [boundRow(platform, person, n)] : [];
    }).flat(),
  );

  function boundRow(platform: string, person: Person, n: number) {
    const at = calendar.workingTime(random, 20 + (n % 60));
    const isOver = person.status === "LEFT";
    return {
      ...stamp(`${platform}:${n}`, at, person.userName),
      platform,
      externalId: `${platform.toLowerCase()}_${idOf(`${platform}${person.id}${n}`).slice(0, 12)}`,
      externalPhone: person.mobilePhone,
      externalStaffNo: person.staffNo,
      userId: person.id,
      bindKind: n % 9 === 0 ? "MANUAL" : "SYNC",
      status: isOver ? "UNBOUND" : "BOUND",
      boundAt: at,
      lastUsedAt: isOver || random.chance(30) ? null : minutesAfter(calendar.now, -random.integer(5, 20_000)),
    };
  }

  const conflicts = Array.from({ length: CONFLICTS }, (_, n) => {
    const [one, two] = [staff[n * 11 + 3], staff[n * 11 + 4]];
    const at = calendar.workingTime(random, 2 + n);
    return {
      ...stamp(`conflict:${n}`, at, one?.userName ?? ""),
      platform: "WECOM",
      externalId: `wecom_conflict_${n}`,
      externalPhone: one?.mobilePhone ?? null,
      externalStaffNo: two?.staffNo ?? null,
      bindKind: "SYNC",
      status: "CONFLICT",
      candidateUserIds: [one, two].flatMap((person) => person?.id ?? []),
      conflictReason: "匹配到多名用户",
    };
  });
  return [...bound, ...conflicts].slice(0, TOTAL);
}

function stamp(name: string, at: Date, externalName: string) {
  return { id: idOf(`binding:${name}`), ...stampedBy(administratorId, at), externalName };
}
