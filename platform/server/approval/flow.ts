import type { ApprovalVerdict, Endpoint } from "@ops/platform/contract";
import type { z } from "zod";
import type { RecordRow, Table } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";
import { numberParam, type ParamDeclaration } from "../params/declare.ts";
import { type LevelPlace, noStaffing, type Staffing } from "./staffing.ts";

/** A level, which the people with its code at this place decide (PF-R113). */
export interface ApprovalLevel {
  readonly label: string;
  readonly code: string;
  readonly at: LevelPlace;
  /** After so many work days the holders are reminded. It is the default of a parameter (PF-R116, PF-R118). */
  readonly workdays?: number;
}

/** The module's own call that gives a verdict. */
interface VerdictCall {
  readonly endpoint: Endpoint;
  /** The field of its body for the note of the person who decides. */
  readonly noteIn: string;
  readonly needsNote?: boolean;
  /** Further parts of the body, such as the verdict. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** The usual calls: one endpoint gives both verdicts, named `verdict` in its body, with what is said about it as `note`. */
export function decidedBy(endpoint: Endpoint) {
  const call = (verdict: ApprovalVerdict) => ({ endpoint, noteIn: "note", body: { verdict } });
  return { APPROVE: call("APPROVE"), REJECT: call("REJECT") };
}

interface FlowDeclaration<F extends z.ZodObject> {
  /** A unique name that begins with the module, such as `order.cancel`. */
  readonly kind: `${string}.${string}`;
  /** The Chinese name of such a request. */
  readonly label: string;
  /** The table of its records. A person who decides must have the record in scope by the code of the level. */
  readonly table: Table<never>;
  /** The permission to read its records, if the table names none, as for tasks. */
  readonly read?: string;
  /** The word in the address that opens the record over any page. */
  readonly overlay: string;
  /** The facts of a request. Its levels depend only on them. */
  readonly facts: F;
  /** All levels that a request can go through. */
  readonly levels: Readonly<Record<string, ApprovalLevel>>;
  /**
   * Lists the keys of the levels for these facts, in order; limits are parameters of the module. The default is all
   * levels.
   */
  chain?(tx: Tx, facts: z.output<F>): readonly string[];
  /**
   * Finds people who are in charge of a record. With the code of a level at the record they are asked beside the nearest
   * holders, also if their scope is only their own records.
   */
  inCharge?(tx: Tx, bizId: string): Promise<readonly string[]>;
  /** The facts in words, as the approvers see them. */
  show(facts: z.output<F>): Readonly<Record<string, string>>;
  readonly calls: Readonly<Partial<Record<ApprovalVerdict, VerdictCall>>> & { readonly APPROVE: VerdictCall };
  /** How many requests may be approved together. The default is one. */
  readonly mostTogether?: number;
}

export interface ApprovalFlow<F extends z.ZodObject = z.ZodObject> extends FlowDeclaration<F> {
  /** The code that reads its records. */
  readonly read: string;
  /** The work days of its levels. */
  readonly params: ReadonlyMap<string, ParamDeclaration<number>>;
}

/** Declares a kind of request that must be approved. The module lists it under `approvalFlows`. */
export function approvalFlow<F extends z.ZodObject>(declared: FlowDeclaration<F>): ApprovalFlow<F> {
  const { kind, label, levels, table } = declared;
  const read = declared.read ?? table.read;
  if (!read) throw new Error(`${table.name} names no code that reads it: nobody could look at what waits`);
  const params = Object.entries(levels).flatMap(([key, { label: level, workdays }]) => {
    if (workdays === undefined) return [];
    const description = `${label}「${level}」的审批时限（工作日），超时提醒，两倍时限报上级`;
    const about = { group: "审批", description, min: 1, max: 60 };
    return [[key, numberParam(`${kind}.${key}Workdays`, workdays, about)] as const];
  });
  return { ...declared, read, params: new Map(params) };
}

/**
 * Makes the table of a flow for its declaration, without its row type, because flows of all modules are in one list.
 */
export function recordsIn<Row extends RecordRow>(table: Table<Row>): Table<never> {
  return table as unknown as Table<never>;
}

/** The flows of all modules, and the staffing of their levels. */
export interface Approvals {
  readonly flows: ReadonlyMap<string, ApprovalFlow>;
  readonly staffing: Staffing;
}

interface Declaring {
  // biome-ignore lint/suspicious/noExplicitAny: flows of different facts stand in one list; each checks its own
  readonly approvalFlows?: readonly ApprovalFlow<any>[];
  readonly staffing?: Staffing;
}

export function approvalsOf(modules: readonly Declaring[]): Approvals {
  const declared = modules.flatMap(({ approvalFlows = [] }) => approvalFlows);
  const flows = new Map(declared.map((flow) => [flow.kind, flow]));
  if (flows.size < declared.length) throw new Error("two modules declare the same kind of approval");
  return { flows, staffing: modules.find(({ staffing }) => staffing)?.staffing ?? noStaffing };
}

export function flowParams(modules: readonly Declaring[]): ParamDeclaration<number>[] {
  return modules.flatMap(({ approvalFlows = [] }) => approvalFlows.flatMap(({ params }) => [...params.values()]));
}

export function flowOf(tx: Tx, kind: string): ApprovalFlow {
  const flow = tx.approvals.flows.get(kind);
  if (!flow) throw new Error(`no module declares approvals of the kind ${kind}`);
  return flow;
}

/** A level of a chain; `levelNo` counts from 1. */
export function levelAt(
  flow: Pick<ApprovalFlow, "levels" | "kind">,
  keys: readonly string[],
  levelNo: number,
): ApprovalLevel & { readonly key: string } {
  const key = keys[levelNo - 1] ?? "";
  const level = flow.levels[key];
  if (!level) throw new Error(`${flow.kind} has no level ${key}`);
  return { ...level, key };
}

/** Every code by which something of the flow is decided. */
export function codesOf({ levels }: Pick<ApprovalFlow, "levels">): readonly string[] {
  return [...new Set(Object.values(levels).map(({ code }) => code))];
}
