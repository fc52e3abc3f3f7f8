import { useEndpoint, useMay } from "@ops/platform/web";
import { listModels, listSeries } from "@ops/vehicle/contract";

const often = { silent: true, staleTime: 60_000 };

/** Loads series and models as options of a select. Records that are 停用 are marked. */
export function useSeriesChoices() {
  const enabled = useMay()(listSeries);
  const series = useEndpoint(listSeries, {}, { ...often, enabled });
  const models = useEndpoint(listModels, {}, { ...often, enabled });
  const named = (id: string, name: string, status: string) => ({
    value: id,
    label: status === "ENABLED" ? name : `${name}（已停用）`,
  });
  return {
    series: (series.data ?? []).map(({ id, seriesName, status }) => named(id, seriesName, status)),
    models: (models.data ?? []).map(({ id, modelName, status }) => named(id, modelName, status)),
  };
}
