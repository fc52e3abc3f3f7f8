import { listPartnerOptions } from "@ops/partner/contract";
import { useEndpoint } from "@ops/platform/web";

const choices = (named: readonly { readonly id: string; readonly name: string }[] = []) =>
  named.map(({ id, name }) => ({ value: id, label: name }));

/** Regions and managers that can be chosen, and whose people the reader belongs to; a partner's until it is known. */
export function usePartnerOptions() {
  const { data, isPending } = useEndpoint(listPartnerOptions, {}, { silent: true });
  const { regions, managers, isOwnPerson = true } = data ?? {};
  return { regions: choices(regions), managers: choices(managers), isOwnPerson, loading: isPending };
}
