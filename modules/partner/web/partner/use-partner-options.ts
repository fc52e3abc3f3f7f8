import { listPartnerOptions } from "@ops/partner/contract";
import { useEndpoint } from "@ops/platform/web";

/** Whether the reader works for a partner. Until the answer has come, the reader is treated as one who does. */
export function usePartnerOptions() {
  const { data, isPending } = useEndpoint(listPartnerOptions, {}, { silent: true });
  return { isOwnPerson: data?.isOwnPerson ?? true, loading: isPending };
}
