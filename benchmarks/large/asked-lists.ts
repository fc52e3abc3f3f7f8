import type { ListScenario } from "./kind.ts";
import { ADMINISTRATOR, MANAGER } from "./staff.ts";

/** A list and how it is asked. It names a budget only where that is not the one of lists. */
export type AskedList<Known> = Pick<ListScenario<Known>, "name" | "path"> &
  Partial<Pick<ListScenario<Known>, "mostMs">>;

/** The budget of lists in section 13 of the domain documents. */
const LIST_MS = 150;

interface Asked<Known> {
  readonly asAdministrator: readonly AskedList<Known>[];
  /** As the manager of one region. */
  readonly asManager: readonly AskedList<Known>[];
  /** The budget, where it is not the usual one of lists. */
  readonly mostMs?: number;
}

export function scenariosOf<Known>(lists: Asked<Known>): readonly ListScenario<Known>[] {
  const { asAdministrator, asManager, mostMs = LIST_MS } = lists;
  return [
    ...asAdministrator.map((asked) => ({ mostMs, ...asked, token: ADMINISTRATOR })),
    ...asManager.map((asked) => ({ mostMs, ...asked, token: MANAGER })),
  ];
}

/** Another one of them in each round. */
export function inTurn(values: readonly string[], round: number): string {
  return values[round % values.length] ?? "";
}
