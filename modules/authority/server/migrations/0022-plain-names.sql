-- Paths became kebab-case, and codes that only open what is read end in `:list` or `:view` (decision 0040). The catalogue,
-- the roles and what is kept of their use take the new names over: limits, switches, grants and history stay with their
-- interface, and the comparison at the next start finds nothing new. What happened before keeps the names it had then.

do $$
declare
  former text;
begin
  foreach former in array string_to_array(
    'apiClients batchApprove batchFreeze batchUnfreeze bindSaleCode cancelAny cancelExit cancelMerge carConfigs '
    'carMarketTypes changePhone clearExpired correctSpec grantableRoles handOver interfaceOptions kickByOrg '
    'leaderCandidates loginLogs managedRegions marketType mergePreview mileageFix movePreview numberRules '
    'offboardPreview openAccount orgChanges otherAccounts resetPassword roleOptions scopeCount securityFreeze '
    'securityUnfreeze setAdmin signIns smsOutbox staffChoices stockKind syncRuns takeBack thirdSystems unfreezeCode '
    'viewAs', ' ')
  loop
    update api_interface
    set path = regexp_replace(path, '/' || former || '(?=/|$)', '/' || lower(regexp_replace(former, '([A-Z])', '-\1', 'g')))
    where path ~ ('/' || former || '(/|$)');
  end loop;
end $$;

create temporary table renamed_code (former text primary key, code text not null) on commit drop;
insert into renamed_code values
  ('authority:user:detail', 'authority:user:view'),
  ('partner:contract:terms', 'partner:contractTerms:view'),
  ('platform:job:listAll', 'platform:task:list'),
  ('vehicle:car:check', 'vehicle:carCheck:view');

update api_interface i set permission_code = n.code from renamed_code n where n.former = i.permission_code;
update permission_use u set permission_code = n.code from renamed_code n where n.former = u.permission_code;

update role set permission_codes = (
  select array_agg(coalesce(n.code, held.code) order by held.place)
  from unnest(permission_codes) with ordinality as held (code, place) left join renamed_code n on n.former = held.code)
where permission_codes && array(select former from renamed_code);

update role set scope_overrides = (
  select jsonb_object_agg(coalesce(n.code, o.key), o.value)
  from jsonb_each(scope_overrides) o left join renamed_code n on n.former = o.key)
where scope_overrides ?| array(select former from renamed_code);

update role_version set snapshot = jsonb_set(snapshot, '{permissionCodes}', (
  select jsonb_agg(coalesce(n.code, held.code) order by held.place)
  from jsonb_array_elements_text(snapshot -> 'permissionCodes') with ordinality as held (code, place)
  left join renamed_code n on n.former = held.code))
where snapshot -> 'permissionCodes' ?| array(select former from renamed_code);

update role_version set snapshot = jsonb_set(snapshot, '{scopeOverrides}', (
  select jsonb_object_agg(coalesce(n.code, o.key), o.value)
  from jsonb_each(snapshot -> 'scopeOverrides') o left join renamed_code n on n.former = o.key))
where snapshot -> 'scopeOverrides' ?| array(select former from renamed_code);

update permission_version set value = value + 1;
