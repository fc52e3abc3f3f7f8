import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../actor.ts";
import { inScope } from "../db/record/data-scope.ts";
import type { Tx } from "../db/tx.ts";
import type { ApprovalFlow } from "./flow.ts";

/** Of rows of `approval` of this flow and code: the actor's scope reaches the record and, above it, the place of the level. */
export function isReached(tx: Tx, { table }: ApprovalFlow, code: string): RawBuilder<boolean> {
  const scoped = inScope({ ...tx, permission: code }, table);
  return sql<boolean>`(exists (select 1 from ${sql.table(table.name)}
      where ${sql.ref(`${table.name}.id`)} = approval.biz_id and ${scoped})
    and (approval.is_at_record or ${reachesPlace(tx, code, "levelOrgId")}))`;
}

/** Of rows of `approval`: the actor's scope of the code reaches this organisation of theirs. */
export function reachesPlace(tx: Tx, code: string, column: "orgId" | "levelOrgId"): RawBuilder<boolean> {
  const viewers: readonly Actor[] = tx.actor.seenBy ? [tx.actor, tx.actor.seenBy] : [tx.actor];
  const reached = viewers.map((actor) => {
    const scope = actor.scopeOf(code);
    if (scope.all) return sql<boolean>`true`;
    const { organizations } = scope;
    return organizations ? sql<boolean>`${sql.ref(`approval.${column}`)} in (${organizations})` : sql<boolean>`false`;
  });
  return sql<boolean>`(${sql.join(reached, sql` and `)})`;
}
