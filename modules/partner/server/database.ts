import { databaseOf, type JsonColumns, type NamedColumns, type Table } from "@ops/platform/server";
import type {
  AssessmentItem,
  CascadePlan,
  ContractTerms,
  PartnerFlag,
  PartnerKind,
  RiskTag,
} from "../contract/index.ts";
import type { SignedFile } from "./contract/tables.ts";
import type { PartnerTables as Stored } from "./tables.generated.ts";

type Facts = Readonly<Record<string, unknown>>;

/** The tables as the migrations create them, with the types of their jsonb columns and lists of codes. */
type PartnerTables = JsonColumns<
  NamedColumns<Stored, { partner: { kinds: PartnerKind[]; flags: PartnerFlag[]; riskTags: RiskTag[] } }>,
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

/** The access of this module to the database. It covers only the module's own tables. */
export const { tableOf, db } = databaseOf<PartnerTables>({
  partnerFlagOff: "read with its partner, which is scoped",
  partnerCascadeItem: "read with its suspension, which is scoped",
  partnerStaffHandoverStep: "read with its hand-over, of a person who is scoped",
});

/** The row type of a declared table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;
