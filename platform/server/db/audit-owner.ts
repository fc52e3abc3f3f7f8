import type pg from "pg";

/**
 * Divides the tables between the two roles of the product (decision 0023): the log and its seals belong to the role of the
 * migrations, and the role that serves calls reads and adds to them; everything else belongs to the role that serves calls.
 * `client` is connected as the first, `app` is the name of the second. Done once, there is nothing to do the next time.
 * The search path of `client` is pg_catalog alone: in public the second could make a function that runs here as the first.
 */
export async function divideTables(client: pg.Client, app: string): Promise<void> {
  const { rows: known } = await client.query<{ isOwner: boolean; hasLog: boolean }>(
    `select d.datdba = (select oid from pg_roles where rolname = current_user) as "isOwner",
       to_regclass('public.audit_log') is not null and to_regclass('public.audit_keep') is not null as "hasLog"
     from pg_database d where d.datname = current_database()`,
  );
  if (!known[0]?.isOwner) {
    throw new Error("the role of DATABASE_OWNER_URL has to own the database: alter database … owner to …");
  }
  await run(client, OPENED, app);
  if (!known[0].hasLog) return;
  await client.query("begin");
  await run(client, KEPT, app);
  await run(client, HANDED_OVER, app);
  await client.query("commit");
}

/**
 * Refuses to migrate if the role that serves calls owns a function in public. Migrations search their tables there, so
 * such a function could replace one of PostgreSQL and run as the owner. It means that somebody has the password of the
 * role.
 */
export async function refuseStandIns(client: pg.Client, app: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(STAND_INS, [app]);
  if (rows[0])
    throw new Error(
      `${rows[0].name} of the role ${app} stands in for one of PostgreSQL: look where it comes from and drop it`,
    );
}

const STAND_INS = `
  select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and pg_get_userbyid(p.proowner) = $1
      and exists (select from pg_proc s where s.pronamespace = 'pg_catalog'::regnamespace and s.proname = p.proname)
  union all
  select o.oid::regoperator::text from pg_operator o
    where o.oprnamespace = 'public'::regnamespace and pg_get_userbyid(o.oprowner) = $1`;

/** The statements that a query finds necessary, in its order. */
async function run(client: pg.Client, query: string, app: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(query, [app]);
  for (const { statement } of rows) await client.query(statement);
}

/** Who serves calls makes months of other tables and the schema of the jobs. */
const OPENED = `
  select format('grant usage, create on schema public to %I', $1::text) as statement
    where not has_schema_privilege($1, 'public', 'create')
  union all
  select format('grant create, temporary on database %I to %I', current_database(), $1)
    where not has_database_privilege($1, current_database(), 'create')`;

const LOG = `
  select 'public.audit_log'::regclass as oid, 'select, insert' as allowed
  union all select inhrelid, 'select' from pg_inherits where inhparent = 'public.audit_log'::regclass
  union all select 'public.audit_seal'::regclass, 'select, insert'
  union all select 'public.audit_keep'::regclass, 'select'
  union all select 'public.schema_migration'::regclass, 'select'`;
const FUNCTIONS = "('refuse_change', 'make_audit_month', 'drop_audit_month')";

const KEPT = `
  with log as (${LOG}), me as (select oid from pg_roles where rolname = current_user)
  select format('alter table %s owner to current_user', c.oid::regclass) as statement
    from pg_class c, me where c.oid in (select oid from log union all select 'public.audit_log_seq'::regclass) and c.relowner <> me.oid
  union all
  select format('alter function %s owner to current_user', p.oid::regprocedure)
    from pg_proc p, me where p.pronamespace = 'public'::regnamespace and p.proname in ${FUNCTIONS} and p.proowner <> me.oid
  union all
  select unnest(array[format('revoke all on %s from %I', l.oid::regclass, $1::text),
    format('grant %s on %s to %I', l.allowed, l.oid::regclass, $1::text)])
    from log l join pg_class c on c.oid = l.oid, me
    where c.relowner <> me.oid or not has_table_privilege($1, l.oid, 'select')
  union all
  select format('grant usage on sequence public.audit_log_seq to %I', $1::text)
    from pg_class c, me where c.oid = 'public.audit_log_seq'::regclass
      and (c.relowner <> me.oid or not has_sequence_privilege($1, c.oid, 'usage'))`;

/** Other objects of the migrations. Sequences of columns follow their tables. */
const HANDED_OVER = `
  with log as (${LOG})
  select format('alter %s %s owner to %I', case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'table' end,
      c.oid::regclass, $1::text) as statement
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S', 'v')
      and c.relowner = (select oid from pg_roles where rolname = current_user)
      and c.oid not in (select oid from log union all select 'public.audit_log_seq'::regclass)
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0)
  union all
  select format('alter routine %s owner to %I', p.oid::regprocedure, $1::text)
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname not in ${FUNCTIONS}
      and p.proowner = (select oid from pg_roles where rolname = current_user)`;
