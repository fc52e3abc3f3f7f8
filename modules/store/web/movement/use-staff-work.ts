import { useEndpoint } from "@ops/platform/web";
import { getStaffWork } from "@ops/store/contract";

/** The open work of a person with those who may take it over; empty while it loads. */
export function useStaffWork(id: string) {
  const { data } = useEndpoint(getStaffWork, { params: { id } }, { staleTime: 0 });
  return data ?? { open: [], successors: [] };
}
