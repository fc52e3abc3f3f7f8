import type { TemplateCheck } from "../project-template/shape.ts";

interface Judged {
  readonly code: string;
  readonly score: number;
  readonly isFailed: boolean;
}

interface Limits {
  /** From this sum on it is passed, from the other one on with conditions. */
  readonly pass: number;
  readonly conditional: number;
}

export const DEFAULT_LIMITS: Limits = { pass: 85, conditional: 70 };

/** The sum of a sheet, 2 decimals. */
export const sheetScore = (items: readonly Judged[]): number =>
  Math.round(items.reduce((sum, { score }) => sum + score, 0) * 100) / 100;

/** How a verification ends: a failed veto fails it, else its sum decides (ST-R25). */
export function verificationOutcome(
  items: readonly Judged[],
  checks: readonly Pick<TemplateCheck, "code" | "isVeto">[],
  { pass, conditional }: Limits = DEFAULT_LIMITS,
): "PASSED" | "CONDITIONAL" | "FAILED" {
  const vetoes = new Set(checks.filter(({ isVeto }) => isVeto).map(({ code }) => code));
  if (items.some(({ code, isFailed }) => isFailed && vetoes.has(code))) return "FAILED";
  const score = sheetScore(items);
  if (score >= pass) return "PASSED";
  return score >= conditional ? "CONDITIONAL" : "FAILED";
}
