import { z } from "zod";
import { callerOf } from "../call.ts";
import { type Deed, type Served, timed, within } from "../kind.ts";
import type { KnownPartners } from "./known.ts";

/** What is asked of all partners at once. */
export async function partnerDeeds({ ports, known }: Served<KnownPartners>): Promise<Deed[]> {
  const call = callerOf(ports[0]);
  const preview = await timed(() =>
    call("GET", `/partner/v1/partners/${known.partnerIds[0]}/exit/preview`, z.unknown()),
  );
  const figures = await timed(() => call("GET", "/partner/v1/stats", z.unknown()));
  return [
    within("what an exit would touch", 1_000, preview.ms),
    within("statistics of all partners", 1_000, figures.ms),
  ];
}
