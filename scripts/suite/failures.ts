import { relative } from "node:path";
import { z } from "zod";
import { root } from "../check.ts";
import type { Reports } from "./budgets.ts";

/**
 * Makes a line for each failure for the end of a long report: the title, the place and the first words of the error.
 */
export function failureLines({ rules, faults, pages }: Reports): string[] {
  return [...[rules, faults].flatMap((tap) => failedTests(tap ?? "")), ...(pages === null ? [] : failedPages(pages))];
}

/** Finds failed tests. A file that fails because of one of its tests is not listed again. */
function failedTests(tap: string): string[] {
  return [...tap.matchAll(/^ *not ok \d+ - (.*)\n *---\n([\s\S]*?)^ *\.\.\.$/gm)].flatMap(
    ([, title = "", facts = ""]) => {
      if (/failureType: 'subtestsFailed'/.test(facts)) return [];
      const place = /location: '(.*)'/.exec(facts)?.[1] ?? "";
      const error = /error: (?:'(.*)'|\|-\n\s*(.*))/.exec(facts);
      return [lineOf(title, place, error?.[1] ?? error?.[2] ?? "")];
    },
  );
}

const Suite = z.object({
  specs: z.array(z.object({ title: z.string(), ok: z.boolean(), file: z.string(), line: z.number() })),
  get suites() {
    return z.array(Suite).optional();
  },
});
type Suite = z.infer<typeof Suite>;

function failedPages(report: string): string[] {
  const specsOf = ({ specs, suites = [] }: Suite): Suite["specs"] => [...specs, ...suites.flatMap(specsOf)];
  const { suites } = z.object({ suites: z.array(Suite) }).parse(JSON.parse(report));
  return suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ title, file, line }) => lineOf(title, `${file}:${line}`, ""));
}

const lineOf = (title: string, place: string, error: string): string =>
  [`✖ ${title}`, place.startsWith("/") ? relative(root, place) : place, error].filter(Boolean).join("\n    ");
