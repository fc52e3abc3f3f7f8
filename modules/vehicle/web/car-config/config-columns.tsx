import { type Column, columnsOf, DictText, goTo, presetList, showDay } from "@ops/platform/web";
import { CAR_PAGE, type CarConfig, listCarConfigs } from "@ops/vehicle/contract";
import { ColorDots } from "../car-item/ColorDots.tsx";
import "../vehicle.css";

export function configColumns(open: (config: { id: string }) => void): readonly Column<typeof listCarConfigs>[] {
  return columnsOf(listCarConfigs, {
    configCode: { width: 140, opens: open },
    modelName: { title: "车系 / 车型", width: 165, as: (config) => `${config.seriesName} / ${config.modelName}` },
    modelYear: 75,
    trim: 115,
    energyType: { title: "能源 / 电池 / 续航", width: 190, as: (config) => <Energy config={config} /> },
    guidePriceFen: 125,
    saleCodeCount: 75,
    colors: { width: 160, as: (config) => <ColorDots colors={config.colors} /> },
    onSaleFrom: { title: "在售期", width: 190, as: salePeriod },
    carCount: (config) => <CarCount config={config} />,
    orderCount: 95,
    status: true,
    updatedAt: { hidden: true },
  });
}

/** A link from the number to the list of these cars. */
function CarCount({ config: { id, carCount } }: { readonly config: CarConfig }) {
  if (carCount === 0) return 0;
  const look = () => {
    presetList(`${CAR_PAGE}?tab=cars`, { carConfigId: id });
    goTo(`${CAR_PAGE}?tab=cars`);
  };
  return (
    <button type="button" className="text-button" onClick={look}>
      {carCount}
    </button>
  );
}

function Energy({ config }: { readonly config: CarConfig }) {
  return (
    <>
      <DictText code="car_energy_type" value={config.energyType} /> · {config.batteryKwh} kWh
      {config.rangeKm && ` · ${config.rangeKm} km`}
    </>
  );
}

const salePeriod = ({ onSaleFrom, onSaleTo }: CarConfig) =>
  `${showDay(onSaleFrom)} – ${onSaleTo ? showDay(onSaleTo) : "长期"}`;
