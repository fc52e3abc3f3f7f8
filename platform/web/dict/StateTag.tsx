import type { StateMachine } from "@ops/platform/contract";
import { type Tone, toneOfWord } from "./tones.ts";
import "./tags.css";

interface Props<S extends string> {
  readonly machine: StateMachine<S>;
  readonly state: S;
  /** Tones for states whose word alone would mislead. */
  readonly tones?: Partial<Record<S, Tone>>;
}

/** Shows a state as a dot and a word. */
export function StateTag<S extends string>({ machine, state, tones }: Props<S>) {
  const word = machine.states[state] ?? state;
  return <DotText tone={tones?.[state] ?? toneOfWord(word)} text={word} />;
}

export function DotText({ tone, text }: { readonly tone: Tone; readonly text: string }) {
  return (
    <span className="state-tag" data-tone={tone}>
      {text}
    </span>
  );
}
