import type { TestApp } from "@ops/platform/server/testing";

/** What a refused call may change, and why. Everything else must stay identical. */
export const bookkeeping: Readonly<Record<string, { columns: readonly string[] | "all"; why: string }>> = {
  "public.session": {
    columns: ["last_seen_at", "idle_expires_at"],
    why: "being seen prolongs a session (PF-R27)",
  },
  "public.sso_session": {
    columns: ["last_seen_at", "idle_expires_at"],
    why: "being seen prolongs a portal session (PF-R55)",
  },
  "public.app_user": { columns: ["last_active_at"], why: "being seen is remembered for dormancy" },
  "public.captcha": { columns: "all", why: "a code is used up by its first attempt, whatever the outcome (PF-R18)" },
  "public.login_guard": { columns: "all", why: "failed attempts are counted (PF-R20)" },
  "public.login_log": { columns: "all", why: "failed attempts are logged (PF-R55)" },
  "public.rate_counter": { columns: "all", why: "calls are counted" },
  "public.interface_usage_daily": { columns: "all", why: "calls are counted (AU-R47)" },
  "public.interface_caller_daily": { columns: "all", why: "calls are counted (AU-R47)" },
  "public.permission_use": { columns: "all", why: "the last use of a permission (AU-R36)" },
  "public.number_sequence": { columns: "all", why: "blocks of numbers are drawn ahead, and gaps are allowed (PF-R89)" },
  "pgboss.version": { columns: "all", why: "the queue notes when it last looked after itself" },
  "pgboss.queue": { columns: "all", why: "the queue counts its jobs; the jobs themselves are watched" },
  "public.sms_code": { columns: ["attempts", "status"], why: "wrong tries use a code up (PF-R48)" },
};

export class Digest {
  readonly #tables: ReadonlyMap<string, string>;

  constructor(tables: ReadonlyMap<string, string>) {
    this.#tables = tables;
  }

  get size(): number {
    return this.#tables.size;
  }

  /** Lists the tables that differ. */
  differences(before: Digest): string[] {
    return [...this.#tables].flatMap(([table, text]) => (before.#tables.get(table) === text ? [] : [table]));
  }
}

/** Conditions that leave out rows which are written on purpose about refused calls and searches. */
const changesAlone: Readonly<Record<string, string>> = {
  // the log has attempts on foreign records (PF-R97) and searches by a whole masked value (PF-R104)
  "public.audit_log": "where result <> 'REFUSED' and action <> 'SEARCH wholeValue'",
  // administrators are notified of too many attempts within ten minutes (AU-R48)
  "public.notice": "where merge_key is null or merge_key not like 'overstep:%'",
  "public.live_event": `where payload ->> 'type' <> 'notice.new'
    or payload ->> 'noticeId' not in (select id::text from notice where merge_key like 'overstep:%')`,
};

/** Makes a digest of every table in the database, without the bookkeeping. */
export async function digestOf(app: TestApp): Promise<Digest> {
  const text = asked.get(app) ?? (await questionOf(app));
  asked.set(app, text);
  // a named statement is planned once, and not again for each of a thousand digests of a hundred tables
  const { rows } = await app.node.database.writerPool.query<{ name: string; digest: string }>({ name: "digest", text });
  return new Digest(new Map(rows.map(({ name, digest }) => [name, digest])));
}

const asked = new WeakMap<TestApp, string>();

async function questionOf(app: TestApp): Promise<string> {
  const names = await app.rows<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables
     where not exists (select from pg_inherits where inhrelid = relid) order by 1`,
  );
  const parts = names.flatMap(({ name }) => {
    const exempt = bookkeeping[name]?.columns ?? [];
    if (exempt === "all") return [];
    // who wrote a row last, and where, changes with whatever is written, and is read much faster than its columns
    const whole = "t.tableoid::text || t.ctid::text || t.xmin::text";
    const row = exempt.length === 0 ? whole : `(to_jsonb(t) - array[${exempt.map((one) => `'${one}'`)}])::text`;
    const where = changesAlone[name] ?? "";
    const digest = `count(*) || ':' || coalesce(sum(hashtextextended(${row}, 0)), 0)`;
    return [`select '${name}' as name, (select ${digest} from ${name} t ${where}) as digest`];
  });
  return parts.join(" union all ");
}
