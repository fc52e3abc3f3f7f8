-- Paths became kebab-case (decision 0040): a call that is repeated under its new path still gets the first answer (PF-R83).

do $$
declare
  former text;
begin
  foreach former in array string_to_array(
    'apiClients batchApprove batchFreeze batchUnfreeze bindSaleCode cancelAny cancelExit cancelMerge carConfigs '
    'carMarketTypes changePhone clearExpired correctSpec handOver kickByOrg mergePreview mileageFix marketType '
    'movePreview numberRules openAccount orgChanges otherAccounts resetPassword securityFreeze securityUnfreeze setAdmin '
    'stockKind takeBack thirdSystems unfreezeCode viewAs loginLogs', ' ')
  loop
    update idempotency_key
    set endpoint = regexp_replace(endpoint, '/' || former || '(?=/|$)', '/' || lower(regexp_replace(former, '([A-Z])', '-\1', 'g')))
    where endpoint ~ ('/' || former || '(/|$)');
  end loop;
end $$;
