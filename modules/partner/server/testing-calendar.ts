import type { AuthorityTestApp } from "@ops/authority/server/testing";
import { sql } from "kysely";

/** Turns every day of two years into a work day, so that a test counts the same days whenever it runs. */
export function dropRestDays(app: AuthorityTestApp): Promise<void> {
  return app.arrange(async (tx) => {
    await sql`delete from holiday`.execute(tx.kysely);
    await sql`insert into holiday (id, created_at, created_by, updated_at, updated_by, day, kind, name)
      select gen_random_uuid(), now(), ${tx.actor.userId}, now(), ${tx.actor.userId}, day, 'WORK', '上班'
      from generate_series(${tx.now}::date - 365, ${tx.now}::date + 365, interval '1 day') day
      where extract(isodow from day) > 5`.execute(tx.kysely);
    await tx.invalidate("platform.holidays:all");
  });
}
