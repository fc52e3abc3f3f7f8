// Runs on the thread that parses a workbook: it imports nothing that takes its time to load.

/** Why a file as a whole does not get in. */
export type Refusal =
  | { readonly why: "templateVersion" | "severalSheets" | "fileEmpty" | "tooMuchText" }
  | { readonly why: "tooManyRows"; readonly n: number }
  | { readonly why: "merged"; readonly range: string }
  | { readonly why: "cellTooLong"; readonly line: number; readonly column: string };

export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.why);
    this.refusal = refusal;
  }
}
