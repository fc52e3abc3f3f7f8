import {
  commonErrors,
  type InstantRange,
  type ListQuery,
  type Page,
  REACHABLE_ROWS,
  type SealState,
} from "@ops/platform/contract";
import { type RawBuilder, sql } from "kysely";
import type { DataScope } from "../actor.ts";
import { mayAskFor, ruledFieldOf } from "../db/askable.ts";
import { declaredTables } from "../db/table.ts";
import type { Tx } from "../db/tx.ts";
import { sealStates } from "../seal/state.ts";
import type { FieldDiff } from "./trail.ts";

export interface AuditEntry {
  readonly id: string;
  readonly occurredAt: Date;
  readonly actorId: string;
  readonly actorName: string;
  readonly actorOrgIds: readonly string[];
  readonly ip: string;
  readonly module: string;
  readonly bizType: string;
  /** What such a record is called; the type itself where no table tells. */
  readonly bizTypeName: string;
  readonly bizId: string;
  readonly bizNo: string | null;
  readonly action: string;
  readonly actionName: string;
  readonly summary: string | null;
  readonly diffs: readonly FieldDiff[];
  readonly reason: string | null;
  readonly source: string;
  readonly result: "SUCCESS" | "REFUSED";
  readonly traceId: string;
  readonly seal: SealState;
}

/** What is not named does not restrict; an empty list finds nothing. */
export interface AuditFilter {
  readonly module?: string | undefined;
  readonly actorIds?: readonly string[] | undefined;
  readonly organizationIds?: readonly string[] | undefined;
  readonly actionNames?: readonly string[] | undefined;
  readonly bizType?: string | undefined;
  readonly bizId?: string | undefined;
  /** The number or the id of a record. */
  readonly record?: string | undefined;
  readonly result?: AuditEntry["result"] | undefined;
  readonly occurredAt?: InstantRange | undefined;
}

/** With the types of records whose numbers the reader may not see. */
type Asked = AuditFilter & { readonly unnumbered: readonly string[] };

type Row = Omit<AuditEntry, "actorOrgIds" | "bizTypeName" | "seal"> & { actorOrgId: string; seq: number };

/** The newest entries of the log inside the reader's data scope. */
export async function searchAudit(
  tx: Tx,
  query: ListQuery,
  filter: AuditFilter,
  scope: DataScope = tx.actor.scopeOf(tx.permission),
): Promise<Page<AuditEntry>> {
  const { pageNo, pageSize } = query;
  if (pageNo * pageSize > REACHABLE_ROWS) throw commonErrors.tooManyRows();
  const unnumbered = unnumberedTypes(tx);
  const newest = newestOf({ ...filter, unnumbered }, scope);
  const [rows, counted] = await Promise.all([
    sql<Row>`${newest(columns, pageNo * pageSize)}
      order by occurred_at desc, id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(tx.kysely),
    sql<{ total: number }>`select count(*)::int as total from (
      ${newest(sql`occurred_at, id`, REACHABLE_ROWS + 1)} limit ${REACHABLE_ROWS + 1}) counted`.execute(tx.kysely),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  const seals = await sealStates(
    tx,
    rows.rows.map(({ seq }) => seq),
  );
  return {
    list: rows.rows.map((row) => entryOf(tx, unnumbered.includes(row.bizType) ? { ...row, bizNo: null } : row, seals)),
    total: Math.min(total, REACHABLE_ROWS),
    totalKind: total > REACHABLE_ROWS ? "atLeast" : "exact",
    pageNo,
    pageSize,
  };
}

const columns = sql`id, occurred_at, actor_id, actor_name, actor_org_id, ip, module, biz_type, biz_id, biz_no, action,
  action_name, summary, diffs, reason, source, result, trace_id, seq`;

function entryOf(tx: Tx, { actorOrgId, seq, ...row }: Row, seals: ReadonlyMap<number, SealState>): AuditEntry {
  const bizTypeName = declaredTables.get(row.bizType)?.entity ?? row.bizType;
  const diffs = tx.actor.fieldMode ? row.diffs.map((diff) => readable(tx, diff)) : row.diffs;
  return {
    ...row,
    diffs,
    bizTypeName,
    seal: seals.get(seq) ?? "OPEN",
    actorOrgIds: actorOrgId === "" ? [] : actorOrgId.split(","),
  };
}

/** A number is a field like any other: where roles close it, the log neither shows it nor finds records by it (AU-R20). */
function unnumberedTypes(tx: Tx): string[] {
  if (!tx.actor.fieldMode) return [];
  return [...declaredTables.values()].flatMap((table) => {
    const field = table.number && ruledFieldOf(table, table.number);
    return field && !mayAskFor(tx, field) ? [table.name] : [];
  });
}

/** A field that the reader's roles mask or hide is no more open in the log (AU-R20). */
function readable(tx: Tx, diff: FieldDiff): FieldDiff {
  const field = ruledFieldOf(declaredTables.get(diff.bizType) ?? {}, diff.field);
  if (field === undefined || mayAskFor(tx, field)) return diff;
  return { ...diff, before: diff.before && "******", after: diff.after && "******" };
}

type Newest = (columns: RawBuilder<unknown>, most: number) => RawBuilder<unknown>;

/**
 * One filter leads and is looked up value by value: an index that ends in the order gives the newest rows of one value,
 * not those of several. The other filters are checked on the rows that come.
 */
function newestOf(filter: Asked, scope: DataScope): Newest {
  const { actorIds, actionNames, organizationIds, ...rest } = filter;
  const where = (others: Asked) => sql.join([...conditionsOf(others), scopeOf(scope)], sql` and `);
  if (filter.record || filter.bizId) return inOrder(where(filter));
  if (actorIds) {
    return valueByValue(
      "actor_id",
      sql`select unnest(${[...actorIds]}::uuid[])`,
      where({ ...filter, actorIds: undefined }),
    );
  }
  if (actionNames) {
    const names = sql`select unnest(${[...actionNames]}::text[])`;
    return valueByValue("action_name", names, where({ ...rest, organizationIds }));
  }
  if (organizationIds) {
    return valueByValue("actor_org_id", sql`select unnest(${[...organizationIds]}::text[])`, where(rest));
  }
  return scope.all ? inOrder(where(rest)) : inScope(scope, sql.join([...conditionsOf(rest), sql`true`], sql` and `));
}

function inOrder(where: RawBuilder<unknown>): Newest {
  return (shown, most) => sql`select * from (select ${shown} from audit_log where ${where}
    order by occurred_at desc, id desc limit ${most}) newest`;
}

function valueByValue(column: string, values: RawBuilder<unknown>, where: RawBuilder<unknown>): Newest {
  return (shown, most) => sql`select newest.* from (${values}) as asked (value) cross join lateral (
    select ${shown} from audit_log where ${sql.ref(column)} = asked.value and ${where}
    order by occurred_at desc, id desc limit ${most}) newest`;
}

/** What was done in the organisations of the scope, and one's own doings anywhere. */
function inScope({ organizations, selfId }: Extract<DataScope, { all: false }>, where: RawBuilder<unknown>): Newest {
  const own = selfId === null ? sql`false` : sql`actor_id = ${selfId}`;
  const mine = inOrder(sql`${own} and ${where}`);
  if (!organizations) return mine;
  const ids = sql`select distinct reached.id::text from (${organizations}) as reached (id)`;
  const theirs = valueByValue("actor_org_id", ids, sql`not (${own}) and ${where}`);
  return (shown, most) => sql`select * from ((${mine(shown, most)}) union all (${theirs(shown, most)})) newest`;
}

function conditionsOf(filter: Asked): RawBuilder<boolean>[] {
  const { occurredAt, record, unnumbered } = filter;
  const numbered = unnumbered.length > 0 ? sql`and biz_type <> all(${[...unnumbered]}::text[])` : sql``;
  const equal = (column: string, value: string | undefined) =>
    value ? [sql<boolean>`${sql.ref(column)} = ${value}`] : [];
  const among = (column: string, values: readonly string[] | undefined, type: "uuid" | "text") =>
    values ? [sql<boolean>`${sql.ref(column)} = any(${[...values]}::${sql.raw(type)}[])`] : [];
  return [
    ...equal("module", filter.module),
    ...equal("bizType", filter.bizType),
    ...equal("bizId", filter.bizId),
    // written out, so that the indexes of what was refused serve it
    ...(filter.result ? [sql<boolean>`result = ${sql.lit(filter.result)}`] : []),
    ...among("actorId", filter.actorIds, "uuid"),
    ...among("actorOrgId", filter.organizationIds, "text"),
    ...among("actionName", filter.actionNames, "text"),
    ...(record ? [sql<boolean>`((biz_no = ${record} ${numbered}) or biz_id = ${record})`] : []),
    ...(occurredAt ? [sql<boolean>`occurred_at >= ${occurredAt.from} and occurred_at < ${occurredAt.until}`] : []),
  ];
}

/** The same as a condition. Who works in the view of all own organisations acts in none of them alone. */
function scopeOf(scope: DataScope): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`;
  const own = scope.selfId === null ? sql<boolean>`false` : sql<boolean>`actor_id = ${scope.selfId}`;
  if (!scope.organizations) return own;
  return sql<boolean>`(${own} or actor_org_id in (select reached.id::text from (${scope.organizations}) as reached (id)))`;
}
