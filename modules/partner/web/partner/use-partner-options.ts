import { listPartnerOptions } from "@ops/partner/contract";
import { useEndpoint } from "@ops/platform/web";

const choices = (named: readonly { readonly id: string; readonly name: string }[] = []) =>
  named.map(({ id, name }) => ({ value: id, label: name }));

/** Regions and managers that can be chosen. */
export function usePartnerOptions() {
  const { data, isPending } = useEndpoint(listPartnerOptions, {}, { silent: true });
  return { regions: choices(data?.regions), managers: choices(data?.managers), loading: isPending };
}
