import { z } from "zod";
import { BusinessError } from "../errors.ts";

interface Move<S extends string> {
  readonly label: string;
  readonly from: readonly S[];
  readonly to: S;
}

interface Declaration<S extends string, M extends string> {
  /** Prefix of the msgCode of an illegal move: `CLUE` gives CLUE_STATE_ILLEGAL. */
  readonly code: string;
  /** The Chinese name of the record. */
  readonly entity: string;
  readonly initial: NoInfer<S>;
  readonly states: Readonly<Record<S, string>>;
  readonly moves: Readonly<Record<M, Move<NoInfer<S>>>>;
}

/**
 * Declares the states of a record. The server enforces them, the page offers what they allow, and the tests go through
 * them.
 */
export function stateMachine<S extends string, M extends string>(declared: Declaration<S, M>) {
  const names = Object.keys(declared.states) as [S, ...S[]];
  const can = (state: S, move: M) => declared.moves[move].from.includes(state);
  return {
    ...declared,
    schema: z.enum(names).meta({ label: "状态", words: declared.states, isState: true }),
    label: (state: S): string => declared.states[state],
    can,
    /** The state after the move, or the one refusal for illegal moves. */
    next(state: S, move: M): S {
      if (can(state, move)) return declared.moves[move].to;
      const { entity, states, moves, code } = declared;
      const text = `${entity}当前状态为【${states[state]}】，不能执行【${moves[move].label}】`;
      throw new BusinessError(`${code}_STATE_ILLEGAL`, text);
    },
    movesFrom: (state: S): M[] => (Object.keys(declared.moves) as M[]).filter((move) => can(state, move)),
  };
}

/** Declares the states of something that is only switched on and off. */
export const switchStates = (code: string, entity: string) =>
  stateMachine({
    code,
    entity,
    initial: "ENABLED",
    states: { ENABLED: "启用", DISABLED: "停用" },
    moves: {
      disable: { label: "停用", from: ["ENABLED"], to: "DISABLED" },
      enable: { label: "启用", from: ["DISABLED"], to: "ENABLED" },
    },
  });

export interface StateMachine<S extends string> {
  readonly states: Readonly<Record<S, string>>;
  label(state: S): string;
}
