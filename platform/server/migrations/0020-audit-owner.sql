-- The log and its seals cannot be emptied, and where the migrations run as a role of their own, the role that serves calls
-- cannot change them either (PF-R98, decision 0023): `migrate` gives them to that role. What the serving role has to do
-- with months it does through the two functions below, which run as the owner. Takes no time on the large data set.

create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();
create trigger audit_seal_no_truncate before truncate on audit_seal
  for each statement execute function refuse_change();

-- Makes the part of a month and guards it; one that is there is guarded if it is not.
create function make_audit_month(first date) returns void
  language plpgsql security definer set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  part text := 'audit_log_' || to_char(first, 'YYYY_MM');
  reader regrole;
begin
  if first <> date_trunc('month', first) or abs(first - current_date) > 12000 then
    raise exception 'no month begins on %', first using errcode = 'invalid_parameter_value';
  end if;
  if to_regclass(part) is null then
    execute format('create table %I partition of audit_log for values from (%L) to (%L)',
      part, first, (first + interval '1 month')::date);
  end if;
  if not exists (select from pg_trigger where tgrelid = to_regclass(part) and tgname = 'audit_log_no_truncate') then
    execute format('create trigger audit_log_no_truncate before truncate on %I
      for each statement execute function refuse_change()', part);
  end if;
  for reader in
    select acl.grantee from pg_class c, aclexplode(c.relacl) acl
    where c.oid = 'audit_log'::regclass and acl.privilege_type = 'SELECT' and acl.grantee not in (0, c.relowner)
  loop
    execute format('grant select on %I to %s', part, reader);
  end loop;
end $$;

-- Drops a month that ended half a year ago or earlier: whoever serves calls cannot make younger ones disappear.
create function drop_audit_month(first date) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part text := 'audit_log_' || to_char(first, 'YYYY_MM');
begin
  if first <> date_trunc('month', first) or first > date_trunc('month', now()) - interval '7 months' then
    raise exception 'the log of % is too young to be dropped', first using errcode = 'insufficient_privilege';
  end if;
  execute format('drop table %I', part);
end $$;

do $$
declare
  part regclass;
begin
  for part in select inhrelid from pg_inherits where inhparent = 'audit_log'::regclass loop
    execute format('create trigger audit_log_no_truncate before truncate on %s
      for each statement execute function refuse_change()', part);
  end loop;
end $$;
