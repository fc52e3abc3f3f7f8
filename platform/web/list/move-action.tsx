import type { idParams } from "@ops/platform/contract";
import { ReasonDialog, type ReasonEndpoint } from "../dialog/ReasonDialog.tsx";
import type { AskingAction } from "./actions.ts";

interface Machine<S extends string, M extends string> {
  readonly entity: string;
  readonly moves: Readonly<Record<M, { readonly label: string }>>;
  can(state: S, move: M): boolean;
}

interface Moved<S extends string> {
  readonly id: string;
  readonly version: number;
  readonly status: S;
}

interface Move<Row, S extends string, M extends string> {
  readonly machine: Machine<S, M>;
  readonly move: NoInfer<M>;
  readonly endpoint: ReasonEndpoint & { readonly params: typeof idParams };
  readonly nameOf: (row: Row) => string;
  /** What the move brings about, said before the reason is asked for. */
  readonly consequence: string | ((row: NoInfer<Row>) => string);
  readonly danger?: boolean;
  /** What else has to hold, besides what the machine says. */
  readonly when?: (row: NoInfer<Row>) => boolean;
}

/** A move of a state machine that asks why: offered where the machine allows it, named as the machine names it. */
export function moveAction<Row extends Moved<S>, S extends string, M extends string>(
  declared: Move<Row, S, M>,
): AskingAction<Row> {
  const { machine, move, endpoint, nameOf, consequence, danger = false, when } = declared;
  const { label } = machine.moves[move];
  return {
    label,
    needs: endpoint,
    danger,
    when: (row) => machine.can(row.status, move) && (!when || when(row)),
    ask: (row, onClose) => (
      <ReasonDialog
        title={`${label}${machine.entity} · ${nameOf(row)}`}
        endpoint={endpoint}
        params={{ id: row.id }}
        version={row.version}
        consequence={typeof consequence === "string" ? consequence : consequence(row)}
        danger={danger}
        okText={label}
        done={`${label}成功！`}
        onClose={onClose}
      />
    ),
  };
}
