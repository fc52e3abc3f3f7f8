import { databaseOf, type JsonColumns, type Table } from "@ops/platform/server";
import type { AssessmentItem, CascadePlan, ContractTerms } from "../contract/index.ts";
import type { SignedFile } from "./contract/tables.ts";
import type { PartnerTables as Stored } from "./tables.generated.ts";

type Facts = Readonly<Record<string, unknown>>;

/** The tables as the migrations leave them; what lies in jsonb is named here. */
type PartnerTables = JsonColumns<
  Stored,
  {
    partnerContract: { terms: ContractTerms; files: readonly SignedFile[] };
    partnerAssessment: { items: readonly AssessmentItem[] };
    partnerSuspension: {
      plan: CascadePlan;
      preview: readonly { readonly kind: string; readonly label: string; readonly count: number }[];
    };
    partnerCascadeItem: { before: Facts | null; after: Facts | null };
  }
>;

/** Partner's view of the database: its own tables and no others. */
export const { table, tableOf, db } = databaseOf<PartnerTables>({
  partnerFlagOff: "read with its partner, which is scoped",
  partnerCascadeItem: "read with its suspension, which is scoped",
  partnerStaffHandoverStep: "read with its hand-over, of a person who is scoped",
});

/** The row of a declared table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;
