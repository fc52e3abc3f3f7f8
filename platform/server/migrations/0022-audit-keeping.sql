-- The functions that run as the owner of the log find nothing in a schema in which the serving role can make functions: a
-- to_char(date, text) of its own would fit better than that of PostgreSQL and run as the owner. And how long the log is kept
-- at least is the owner's to say, since audit.keepMonths is kept where the serving role writes (PF-R98, decision 0023).
-- Takes no time on the large data set.

create table audit_keep (
  only_one boolean primary key default true check (only_one),
  months int not null check (months between 6 and 240)
);
insert into audit_keep (months) values (36);

-- Makes the part of a month and guards it; one that is there is guarded if it is not.
create or replace function make_audit_month(first date) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  part text := 'audit_log_' || to_char(first::timestamp, 'YYYY_MM');
  reader regrole;
begin
  if first::timestamp <> date_trunc('month', first::timestamp) or abs(first - current_date) > 12000 then
    raise exception 'no month begins on %', first using errcode = 'invalid_parameter_value';
  end if;
  if to_regclass('public.' || part) is null then
    execute format('create table public.%I partition of public.audit_log for values from (%L) to (%L)',
      part, first, (first + interval '1 month')::date);
  end if;
  if not exists (
    select from pg_trigger where tgrelid = to_regclass('public.' || part) and tgname = 'audit_log_no_truncate'
  ) then
    execute format('create trigger audit_log_no_truncate before truncate on public.%I
      for each statement execute function public.refuse_change()', part);
  end if;
  for reader in
    select acl.grantee from pg_class c, aclexplode(c.relacl) acl
    where c.oid = 'public.audit_log'::regclass and acl.privilege_type = 'SELECT' and acl.grantee not in (0, c.relowner)
  loop
    execute format('grant select on public.%I to %s', part, reader);
  end loop;
end $$;

-- Drops a month that is older than the owner wants it kept: whoever serves calls cannot make younger ones disappear.
create or replace function drop_audit_month(first date) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  kept int := (select max(k.months) from public.audit_keep k);
  part text := 'audit_log_' || to_char(first::timestamp, 'YYYY_MM');
begin
  if first::timestamp <> date_trunc('month', first::timestamp)
    or first::timestamp >= date_trunc('month', localtimestamp) - make_interval(months => coalesce(kept, 240)) then
    raise exception 'the log of % is too young to be dropped', first using errcode = 'insufficient_privilege';
  end if;
  execute format('drop table public.%I', part);
end $$;
