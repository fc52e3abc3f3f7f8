import { commonErrors, type InstantRange, type ListQuery, type Page, REACHABLE_ROWS } from "@ops/platform/contract";
import { type RawBuilder, sql } from "kysely";
import type { DataScope } from "../actor.ts";
import { declaredTables } from "../db/table.ts";
import type { Tx } from "../db/tx.ts";
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
  readonly result?: string | undefined;
  readonly occurredAt?: InstantRange | undefined;
}

type Row = Omit<AuditEntry, "actorOrgIds" | "bizTypeName"> & { actorOrgId: string };

/** The newest entries of the log inside the reader's data scope; each filter has an index that ends in the order. */
export async function searchAudit(
  tx: Tx,
  query: ListQuery,
  filter: AuditFilter,
  scope: DataScope = tx.actor.scopeOf(tx.permission),
): Promise<Page<AuditEntry>> {
  const { pageNo, pageSize } = query;
  if (pageNo * pageSize > REACHABLE_ROWS) throw commonErrors.tooManyRows();
  const where = sql.join([...conditionsOf(filter), scopeOf(scope)], sql` and `);
  const [rows, counted] = await Promise.all([
    sql<Row>`
      select id, occurred_at, actor_id, actor_name, actor_org_id, ip, module, biz_type, biz_id, biz_no, action,
        action_name, summary, diffs, reason, source, result, trace_id
      from audit_log where ${where}
      order by occurred_at desc, id desc limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(tx.kysely),
    sql<{ total: number }>`select count(*)::int as total from (
      select 1 from audit_log where ${where} limit ${REACHABLE_ROWS + 1}) counted`.execute(tx.kysely),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return {
    list: rows.rows.map(entryOf),
    total: Math.min(total, REACHABLE_ROWS),
    totalKind: total > REACHABLE_ROWS ? "atLeast" : "exact",
    pageNo,
    pageSize,
  };
}

function entryOf({ actorOrgId, ...row }: Row): AuditEntry {
  const bizTypeName = declaredTables.get(row.bizType)?.entity ?? row.bizType;
  return { ...row, bizTypeName, actorOrgIds: actorOrgId === "" ? [] : actorOrgId.split(",") };
}

function conditionsOf(filter: AuditFilter): RawBuilder<boolean>[] {
  const { occurredAt, record } = filter;
  const equal = (column: string, value: string | undefined) =>
    value ? [sql<boolean>`${sql.ref(column)} = ${value}`] : [];
  const among = (column: string, values: readonly string[] | undefined, type: "uuid" | "text") =>
    values ? [sql<boolean>`${sql.ref(column)} = any(${[...values]}::${sql.raw(type)}[])`] : [];
  return [
    ...equal("module", filter.module),
    ...equal("bizType", filter.bizType),
    ...equal("bizId", filter.bizId),
    ...equal("result", filter.result),
    ...among("actorId", filter.actorIds, "uuid"),
    // a person in the view of all own organisations acts in none of them alone and is not found here
    ...among("actorOrgId", filter.organizationIds, "text"),
    ...among("actionName", filter.actionNames, "text"),
    ...(record ? [sql<boolean>`(biz_no = ${record} or biz_id = ${record})`] : []),
    ...(occurredAt ? [sql<boolean>`occurred_at >= ${occurredAt.from} and occurred_at < ${occurredAt.until}`] : []),
  ];
}

/** Who acted in an organisation of the scope, and one's own doings. */
function scopeOf(scope: DataScope): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`;
  const own = scope.selfId === null ? sql<boolean>`false` : sql<boolean>`actor_id = ${scope.selfId}`;
  if (!scope.organizations) return own;
  return sql<boolean>`(${own} or string_to_array(actor_org_id, ',')
    && array(select reached.id::text from (${scope.organizations}) as reached (id)))`;
}
