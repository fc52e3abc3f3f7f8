import type { InstantRange, ListQuery, Page, SealState } from "@ops/platform/contract";
import { type RawBuilder, sql } from "kysely";
import type { DataScope } from "../actor.ts";
import { countedPage } from "../db/list/counted-page.ts";
import { RECENT_ROWS, recentFirst } from "../db/list/recent-first.ts";
import { type WholeList, wholeQuery } from "../db/list/whole-list.ts";
import { mayAskFor, ruledFieldOf } from "../db/record/askable.ts";
import { declaredTables } from "../db/record/table.ts";
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

/** The filters. A missing one does not restrict; an empty list finds nothing. */
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

/** The filters, with the types of records whose numbers the reader may not see. */
type Asked = AuditFilter & { readonly unnumbered: readonly string[] };

type Row = Omit<AuditEntry, "actorOrgIds" | "bizTypeName" | "seal"> & { actorOrgId: string; seq: number };

/** The newest entries of the log inside the reader's data scope. */
export async function searchAudit(
  tx: Tx,
  query: ListQuery,
  filter: AuditFilter,
  scope: DataScope = tx.actor.scopeOf(tx.permission),
): Promise<Page<AuditEntry>> {
  const { rows, recent, count, show } = searchLog(tx, filter, scope);
  const page = await countedPage(query, {
    rows: (limit, offset) => recentFirst(tx, { recent, all: rows(offset + limit) }, { limit, offset }),
    count,
  });
  return { ...page, list: await show(tx, page.list) };
}

/** All of them, for a file. */
export function wholeAudit(
  tx: Tx,
  filter: AuditFilter,
  present: (entries: AuditEntry[]) => Promise<object[]>,
): WholeList {
  const { rows, count, show } = searchLog(tx, filter, tx.actor.scopeOf(tx.permission));
  return wholeQuery(tx, {
    rows: () => rows(null),
    count,
    show: async (_tx, lines: Row[]) => present(await show(tx, lines)),
  });
}

function searchLog(tx: Tx, filter: AuditFilter, scope: DataScope) {
  const unnumbered = unnumberedTypes(tx);
  const asked = { ...filter, unnumbered };
  const newest = newestOf(asked, scope);
  const numbered = (row: Row) => (unnumbered.includes(row.bizType) ? { ...row, bizNo: null } : row);
  return {
    rows: (most: number | null) => sql<Row>`${newest(columns, most)} order by occurred_at desc, id desc`,
    recent: recentOf(asked, scope),
    count: async (limit: number) => {
      const { rows } = await sql<{ total: number }>`select count(*)::int as total from (
        ${newest(sql`occurred_at, id`, limit)} limit ${limit}) counted`.execute(tx.kysely);
      return rows[0]?.total ?? 0;
    },
    show: async (_tx: Tx, rows: Row[]): Promise<AuditEntry[]> => {
      const seals = await sealStates(
        tx,
        rows.map(({ seq }) => seq),
      );
      return rows.map((row) => entryOf(tx, numbered(row), seals));
    },
  };
}

/**
 * Looks among the newest rows first. It is only for readers of many places who filter nothing by name, because an index
 * serves such filters.
 */
function recentOf(asked: Asked, scope: DataScope): RawBuilder<Row> | null {
  const { actorIds, actionNames, organizationIds, record, bizId } = asked;
  if (scope.all || actorIds || actionNames || organizationIds || record || bizId) return null;
  return sql<Row>`select * from (select ${columns} from audit_log order by occurred_at desc, id desc
    limit ${RECENT_ROWS}) audit_log where ${conditionOf(asked, scope)} order by occurred_at desc, id desc`;
}

const columns = sql`id, occurred_at, actor_id, actor_name, actor_org_id, ip, module, biz_type, biz_id, biz_no, action,
  action_name, summary, diffs, reason, source, result, trace_id, seq`;

function entryOf(tx: Tx, { actorOrgId, seq, ...row }: Row, seals: ReadonlyMap<number, SealState>): AuditEntry {
  const bizTypeName = declaredTables.get(row.bizType)?.entity ?? row.bizType;
  const diffs = tx.actor.fieldMode ? row.diffs.map((diff) => maskDiff(tx, diff)) : row.diffs;
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

/** Masks a field in the log as the reader's roles mask or hide it elsewhere (AU-R20). */
function maskDiff(tx: Tx, diff: FieldDiff): FieldDiff {
  const field = ruledFieldOf(declaredTables.get(diff.bizType) ?? {}, diff.field);
  if (field === undefined || mayAskFor(tx, field)) return diff;
  return { ...diff, before: diff.before && "******", after: diff.after && "******" };
}

/** Without a number, all of them. */
type Newest = (columns: RawBuilder<unknown>, most: number | null) => RawBuilder<unknown>;

/**
 * One filter is looked up value by value, because an index that ends in the order gives the newest rows of one value,
 * but not of several. The other filters are checked on these rows.
 */
function newestOf(filter: Asked, scope: DataScope): Newest {
  const { actorIds, actionNames, organizationIds, ...rest } = filter;
  const where = (others: Asked) => conditionOf(others, scope);
  if (filter.record || filter.bizId) return newestInOrder(where(filter));
  if (actorIds) {
    return newestPerValue(
      "actor_id",
      sql`select unnest(${[...actorIds]}::uuid[])`,
      where({ ...filter, actorIds: undefined }),
    );
  }
  if (actionNames) {
    const names = sql`select unnest(${[...actionNames]}::text[])`;
    return newestPerValue("action_name", names, where({ ...rest, organizationIds }));
  }
  if (organizationIds) {
    return newestPerValue("actor_org_id", sql`select unnest(${[...organizationIds]}::text[])`, where(rest));
  }
  return scope.all
    ? newestInOrder(where(rest))
    : inScope(scope, sql.join([...conditionsOf(rest), sql`true`], sql` and `));
}

function newestInOrder(where: RawBuilder<unknown>): Newest {
  return (shown, most) => sql`select * from (select ${shown} from audit_log where ${where}
    order by occurred_at desc, id desc limit ${most}) newest`;
}

function newestPerValue(column: string, values: RawBuilder<unknown>, where: RawBuilder<unknown>): Newest {
  return (shown, most) => sql`select newest.* from (${values}) as asked (value) cross join lateral (
    select ${shown} from audit_log where ${sql.ref(column)} = asked.value and ${where}
    order by occurred_at desc, id desc limit ${most}) newest`;
}

/** Selects what was done in the organisations of the scope, and the reader's own actions anywhere. */
function inScope({ organizations, selfId }: Extract<DataScope, { all: false }>, where: RawBuilder<unknown>): Newest {
  const own = selfId === null ? sql`false` : sql`actor_id = ${selfId}`;
  const mine = newestInOrder(sql`${own} and ${where}`);
  if (!organizations) return mine;
  const ids = sql`select distinct reached.id::text from (${organizations}) as reached (id)`;
  const theirs = newestPerValue("actor_org_id", ids, sql`not (${own}) and ${where}`);
  return (shown, most) => sql`select * from ((${mine(shown, most)}) union all (${theirs(shown, most)})) newest`;
}

function conditionOf(filter: Asked, scope: DataScope): RawBuilder<unknown> {
  return sql.join([...conditionsOf(filter), scopeOf(scope)], sql` and `);
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
    // written as a literal, so that the partial indexes on refused rows are used
    ...(filter.result ? [sql<boolean>`result = ${sql.lit(filter.result)}`] : []),
    ...among("actorId", filter.actorIds, "uuid"),
    ...among("actorOrgId", filter.organizationIds, "text"),
    ...among("actionName", filter.actionNames, "text"),
    ...(record ? [sql<boolean>`((biz_no = ${record} ${numbered}) or biz_id = ${record})`] : []),
    ...(occurredAt ? [sql<boolean>`occurred_at >= ${occurredAt.from} and occurred_at < ${occurredAt.until}`] : []),
  ];
}

/** Makes the same condition. A person who works in all own organisations at once acts in none of them alone. */
function scopeOf(scope: DataScope): RawBuilder<boolean> {
  if (scope.all) return sql<boolean>`true`;
  const own = scope.selfId === null ? sql<boolean>`false` : sql<boolean>`actor_id = ${scope.selfId}`;
  if (!scope.organizations) return own;
  return sql<boolean>`(${own} or actor_org_id in (select reached.id::text from (${scope.organizations}) as reached (id)))`;
}
