import { useEndpoint } from "@ops/platform/web";
import { carCatalogue, carConfigName } from "@ops/vehicle/contract";

/** Every configuration that was ever sold, as a select offers it. */
export function useCatalogueChoices() {
  const { data = [] } = useEndpoint(carCatalogue, {}, { silent: true, staleTime: 60_000 });
  return data.flatMap(({ models }) =>
    models.flatMap(({ modelName, years }) =>
      years.flatMap(({ modelYear, trims }) =>
        trims.map(({ carConfigId, configCode, trim }) => ({
          value: carConfigId,
          label: `${carConfigName({ modelName, modelYear, trim })}（${configCode}）`,
        })),
      ),
    ),
  );
}
