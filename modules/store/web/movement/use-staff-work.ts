import { useEndpoint } from "@ops/platform/web";
import { getStaffWork } from "@ops/store/contract";

/** Asks for the open work of a person with those who may take it over. */
export const useStaffWork = (id: string) =>
  useEndpoint(getStaffWork, { params: { id } }, { silent: true, staleTime: 0 });
