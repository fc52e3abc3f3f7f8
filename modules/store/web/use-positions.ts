import { useEndpoint } from "@ops/platform/web";
import { listStaffPositions } from "@ops/store/contract";

/** The positions for a filter. */
export function usePositionChoices() {
  const { data = [] } = useEndpoint(listStaffPositions, { query: {} }, { silent: true });
  return data.map(({ positionCode: value, name: label }) => ({ value, label }));
}

/** The positions of a store, each with its seats on the day of entry. */
export function useSeatChoices(storeId: string | undefined, day: string | null | undefined) {
  const query = storeId ? { storeId, ...(day ? { day } : {}) } : {};
  const { data = [], isFetching } = useEndpoint(
    listStaffPositions,
    { query },
    { enabled: storeId !== undefined, keepPrevious: true },
  );
  const options = data.map(({ positionCode: value, name, quota, occupied, vacancy }) => ({
    value,
    label: `${name}（编制${quota}，在岗${occupied}，缺编${vacancy}）`,
  }));
  return { options, loading: isFetching };
}
