import { type RawBuilder, sql } from "kysely";
import type { Actor, DataScope } from "../../actor.ts";
import { type ShapedCondition, shapeRawCondition } from "../list/condition.ts";
import type { Tx } from "../tx.ts";
import type { RecordRow, Table } from "./table.ts";

/** Caches conditions by scope. A scope lives as long as the rights to which it belongs, and is used in every call. */
const known = new WeakMap<DataScope, Map<object, ShapedCondition | null>>();

/** Tells whether the outer scope contains the inner one. */
export async function covers(tx: Tx, outer: DataScope, inner: DataScope): Promise<boolean> {
  const { rows } = await sql<{ isCovered: boolean }>`select ${contains(outer, inner)} as is_covered`.execute(tx.kysely);
  return rows[0]?.isCovered ?? false;
}

/** The condition that the outer scope contains the inner one, to be asked for many pairs at once. */
export function contains(outer: DataScope, inner: DataScope): RawBuilder<boolean> {
  if (outer.all || inner === outer) return sql<boolean>`true`;
  if (inner.all || (inner.selfId !== null && outer.selfId === null)) return sql<boolean>`false`;
  if (inner.organizations === null) return sql<boolean>`true`;
  const reached = outer.organizations ?? sql`select null::uuid where false`;
  return sql<boolean>`not exists (select from (${inner.organizations}) as w (id)
    where not exists (select from (${reached}) as r (id) where r.id = w.id))`;
}

/**
 * Lists the scope of the actor for a permission and, while somebody views the product as the actor, also that of the
 * viewer (AU-R26).
 */
export function scopesOf({ actor }: Tx, permission: string): DataScope[] {
  return [actor, actor.seenBy].flatMap((one) => (one ? [one.scopeOf(permission)] : []));
}

/** The rows of a table that the actor's permission reaches, as a condition; null when it reaches all. */
export function scopeOn<Row extends RecordRow>(tx: Tx, table: Table<Row>): ShapedCondition | null {
  const { actor } = tx;
  const own = reachOf(tx, table, actor);
  if (!actor.seenBy) return own;
  const viewers = reachOf(tx, table, actor.seenBy);
  return own && viewers ? bothOf(own, viewers) : (own ?? viewers);
}

/** The rows in the scope of one person, and those in which the person takes part. */
function reachOf<Row extends RecordRow>(tx: Tx, table: Table<Row>, actor: Actor): ShapedCondition | null {
  const scoped = conditionOf(tx, table, actor.scopeOf(tx.permission));
  const people = "people" in table.scope ? table.scope.people : undefined;
  if (!scoped || !people) return scoped;
  return shapeRawCondition(tx.kysely, sql<boolean>`(${scoped.test()} or ${people(actor.userId)})`);
}

/** Makes the same condition for SQL written by hand, in which the table has its own name; true for the scope ALL. */
export function inScope<Row extends RecordRow>(tx: Tx, table: Table<Row>): RawBuilder<boolean> {
  return scopeOn(tx, table)?.test() ?? sql<boolean>`true`;
}

/** The rows that the actor's permission reaches as the person's own, whatever organisations it also reaches. */
export function areOwn<Row extends RecordRow>(tx: Tx, table: Table<Row>): RawBuilder<boolean> {
  const scope = tx.actor.scopeOf(tx.permission);
  const own: DataScope = { all: false, organizations: null, selfId: scope.all ? null : scope.selfId };
  return inScope({ ...tx, actor: { ...tx.actor, scopeOf: () => own } }, table);
}

function conditionOf<Row extends RecordRow>(tx: Tx, table: Table<Row>, scope: DataScope): ShapedCondition | null {
  const ofTables = known.get(scope) ?? new Map<object, ShapedCondition | null>();
  known.set(scope, ofTables);
  const found = ofTables.get(table);
  if (found !== undefined) return found;
  const condition = scopeCondition(table, scope);
  const shaped = condition && shapeRawCondition(tx.kysely, condition);
  ofTables.set(table, shaped);
  return shaped;
}

/** Combines two scopes: a viewer sees only what both the viewed person and the viewer may see (AU-R26). */
function bothOf(one: ShapedCondition, other: ShapedCondition): ShapedCondition {
  return {
    shape: `${one.shape} and ${other.shape}`,
    values: [...one.values, ...other.values],
    test: () => sql<boolean>`(${one.test()} and ${other.test()})`,
  };
}

function scopeCondition<Row extends RecordRow>(table: Table<Row>, scope: DataScope): RawBuilder<boolean> | null {
  if (scope.all || "unscoped" in table.scope) return null;
  if (typeof table.scope === "function") return table.scope(scope);
  if ("reach" in table.scope) return table.scope.reach(scope);
  const { organization, owner } = table.scope;
  const parts: RawBuilder<boolean>[] = [];
  if (organization && scope.organizations) {
    parts.push(sql<boolean>`${sql.ref(`${table.name}.${organization}`)} in (${scope.organizations})`);
  }
  if (scope.selfId !== null) {
    if (owner) parts.push(sql<boolean>`${sql.ref(`${table.name}.${owner}`)} = ${scope.selfId}`);
    parts.push(sql<boolean>`${sql.ref(`${table.name}.createdBy`)} = ${scope.selfId}`);
  }
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;
}
