import type { WorkWindow } from "@ops/platform/contract";
import { databaseOf, type JsonColumns, type NamedColumns, type Table } from "@ops/platform/server";
import type {
  DutyFamily,
  ExtValues,
  FeedbackItem,
  HoursException,
  InterviewRound,
  ProjectNode,
  StandardImage,
  TemplateCheck,
  TemplateNode,
  VerificationItem,
} from "../contract/index.ts";
import type { StoreTables as Stored } from "./tables.generated.ts";

/** The tables as the migrations create them, with the types of their jsonb columns and lists of codes. */
type StoreTables = JsonColumns<
  NamedColumns<Stored, { dutyMember: { families: DutyFamily[] } }>,
  {
    store: { ext: ExtValues };
    storeHours: { week: WorkWindow[][]; exceptions: HoursException[] };
    dutyShift: { windows: WorkWindow[] };
    dutyDay: { windows: WorkWindow[] };
    storePosition: { interviewRounds: InterviewRound[] };
    interview: { round: InterviewRound };
    interviewFeedback: { items: FeedbackItem[] };
    postStandard: { images: StandardImage[] };
    projectTemplate: { nodes: TemplateNode[]; checks: TemplateCheck[] };
    projectNode: { checklist: ProjectNode["checklist"] };
    projectVerification: { items: VerificationItem[] };
    projectBaseline: { nodes: { code: string; start: string; end: string }[] };
  }
>;

/** The module's view of the database: its own tables and no others. */
export const { tableOf, db, findRow, findRows } = databaseOf<StoreTables>({
  dutyDay: "days of a roster, read with their store",
  dutyShift: "shifts of a store, read with it",
  headcount: "the lock of a position in a store, read with the quotas of its store",
  postStandardItem: "lines of a post standard, reached through it alone",
  projectBaseline: "former plans of a project, reached through it alone",
  storeCodeCounter: "the last number of a city, which nobody reads",
  storeMovementHandover: "lines of a movement, reached through it alone",
});

/** The row type of a declared table. */
export type RowOf<T> = T extends Table<infer Row> ? Row : never;
