import { useEndpoint, useMay } from "@ops/platform/web";
import { listCarMarketTypes } from "@ops/vehicle/contract";

/** Loads the options of a select, children below their parents. With `onlyEnabled`, types that are 停用 are left out. */
export function useMarketTypes({ onlyEnabled = false } = {}) {
  const enabled = useMay()(listCarMarketTypes);
  const { data = [] } = useEndpoint(listCarMarketTypes, {}, { silent: true, staleTime: 60_000, enabled });
  return data
    .filter(({ status }) => !onlyEnabled || status === "ENABLED")
    .map(({ id, typeName, status }) => ({
      value: id,
      label: status === "ENABLED" ? typeName : `${typeName}（已停用）`,
    }));
}
