import { type ActEndpoint, type ActSet, type Acts, type StateField, stateOf } from "@ops/platform/contract";
import type { z } from "zod";
import { type Acted, offerActs } from "../../list/offered-acts.ts";

/** Where a card may be put, and the act that is done by it. */
export interface FreeMove<S extends string> {
  readonly act: string;
  readonly label: string;
  readonly to: S;
}

/** Properties of an act that ask or warn before it. Such an act cannot be done by dropping a card. */
const guards = ["confirm", "consequence", "reason", "note", "body", "byOther", "risk", "danger", "personOnly"] as const;

/**
 * The moves that the card of a record can make by being dragged (PF-R130): those without a guard, offered to the user
 * as the buttons of lists are. `may` is what `useMay` gives.
 */
export function freeMoves<
  S extends string,
  M extends string,
  A extends z.ZodType,
  D extends Acts<M, z.output<Shown>>,
  B extends string,
  Shown extends z.ZodType<Acted<S, K>>,
  K extends string = StateField,
>(set: ActSet<S, M, A, D, B, Shown, K>, record: z.output<Shown>, may: (needs: ActEndpoint) => boolean): FreeMove<S>[] {
  const state = stateOf<S, K>(record, set.frame.stateIn);
  return offerActs(set).flatMap(({ name, act, button: { label, needs, when } }) => {
    if (guards.some((guard) => act[guard] !== undefined) || !when(record) || !may(needs)) return [];
    const to = set.machine.next(state, (act.move ?? name) as M); // `actsOf` has refused names that are no moves
    return to === state ? [] : [{ act: name, label, to }];
  });
}
