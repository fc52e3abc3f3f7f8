-- How many records stand in which state, kept with the rows (PF-R126), and figures of days (PF-R127). Takes no time on the large data set.

-- What is counted: by organisation, or by two of them, by state, and by one more small column.
create table stage_count (
  counter text not null,
  org_id uuid not null,
  second_id uuid not null,
  state text not null,
  part text not null,
  n bigint not null,
  primary key (counter, org_id, second_id, state, part)
);
create index stage_count_second on stage_count (counter, second_id);

-- The same without organisations, for those who see everything.
create table stage_total (
  counter text not null,
  state text not null,
  part text not null,
  n bigint not null,
  primary key (counter, state, part)
);

-- What changed since the counts were brought up to date: writers add rows here and never wait for each other.
create table stage_delta (
  id bigint generated always as identity primary key,
  counter text not null,
  org_id uuid not null,
  second_id uuid not null,
  state text not null,
  part text not null,
  n bigint not null
);
create index stage_delta_counter on stage_delta (counter);

-- The select list that tells how a row is counted. A row without an organisation is counted under none.
create function stage_facts(org text, second text, state text, part text) returns text
language sql immutable as $$
  select format('coalesce(%s, %L::uuid) as org_id, coalesce(%s, %L::uuid) as second_id, %I::text as state, coalesce(%s, %L) as part',
    quote_ident(org), '00000000-0000-0000-0000-000000000000',
    coalesce(quote_ident(second), 'null'), '00000000-0000-0000-0000-000000000000',
    state, coalesce(quote_ident(part) || '::text', 'null'), '')
$$;

create function note_stages() returns trigger language plpgsql as $$
declare
  facts text := stage_facts(tg_argv[1], nullif(tg_argv[2], ''), tg_argv[3], nullif(tg_argv[4], ''));
  gone text := format('select %s, -1 as n from old_rows where %s', facts, tg_argv[5]);
  come text := format('select %s, 1 as n from new_rows where %s', facts, tg_argv[5]);
begin
  execute 'insert into stage_delta (counter, org_id, second_id, state, part, n)
    select $1, org_id, second_id, state, part, sum(n) from ('
    || case tg_op when 'INSERT' then come when 'DELETE' then gone else come || ' union all ' || gone end
    || ') changed group by org_id, second_id, state, part having sum(n) <> 0' using tg_argv[0];
  return null;
end $$;

-- Called once by the migration of the module that owns the table: counts what is there and keeps the counts from then on.
create function keep_stages(
  counter text, counted regclass, org text, second text, state text, part text, condition text
) returns void language plpgsql as $$
declare
  given text := format('%L, %L, %L, %L, %L, %L', counter, org, coalesce(second, ''), state, coalesce(part, ''), condition);
  name text := 'stages_' || replace(counter, '.', '_');
begin
  execute format('create trigger %I after insert on %s referencing new table as new_rows
    for each statement execute function note_stages(%s)', name || '_insert', counted, given);
  execute format('create trigger %I after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function note_stages(%s)', name || '_update', counted, given);
  execute format('create trigger %I after delete on %s referencing old table as old_rows
    for each statement execute function note_stages(%s)', name || '_delete', counted, given);
  execute format('insert into stage_delta (counter, org_id, second_id, state, part, n)
    select %L, org_id, second_id, state, part, count(*) from (select %s from %s where %s) found
    group by org_id, second_id, state, part', counter, stage_facts(org, second, state, part), counted, condition);
end $$;

create table day_figure (
  metric text not null,
  day date not null,
  org_id uuid not null,
  dim text not null,
  value numeric not null,
  primary key (metric, day, org_id, dim)
);
