import { z } from "zod";
import { narrowFacts } from "./narrowed.ts";

/** The facts before or after an event, as the log stores them. */
const facts = z.record(z.string(), z.json());
export type Facts = z.output<typeof facts>;

/** Shows the facts before and after an event, as far as the reader may see them. */
export function factsOf({ before, after }: { before: unknown; after: unknown }, isNarrow: boolean) {
  const shown = (told: unknown): Facts => (isNarrow ? narrowFacts(facts.parse(told)) : facts.parse(told));
  return { before: shown(before), after: shown(after) };
}
