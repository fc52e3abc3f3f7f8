import type { Acts } from "@ops/platform/contract";

interface Machine<S extends string> {
  readonly states: Readonly<Record<S, string>>;
  readonly moves: Readonly<Record<string, { readonly label: string; readonly from: readonly S[]; readonly to: S }>>;
}

/** Where a card may be put, and the act that is done by it. */
export interface FreeMove<S extends string> {
  readonly act: string;
  readonly label: string;
  readonly to: S;
}

/** Properties of an act that ask or warn before it. Such an act cannot be done by dropping a card. */
const guards = ["confirm", "consequence", "reason", "note", "body", "byOther", "risk", "danger", "personOnly"] as const;

/** The moves out of a state that a card can make by being dragged: those without a guard (PF-R130). */
export function freeMoves<S extends string>(set: { readonly machine: Machine<S>; readonly acts: Acts }, state: S) {
  return Object.entries(set.acts).flatMap(([act, declared]): FreeMove<S>[] => {
    const move = set.machine.moves[declared?.move ?? act];
    if (!declared || !move?.from.includes(state) || move.to === state) return [];
    return guards.some((guard) => declared[guard] !== undefined) ? [] : [{ act, label: move.label, to: move.to }];
  });
}
