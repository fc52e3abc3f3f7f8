import { type Column, DictText, goTo, presetList, showDay, showMoney } from "@ops/platform/web";
import { CAR_PAGE, type CarConfig, type listCarConfigs } from "@ops/vehicle/contract";
import { ColorDots } from "../car-item/ColorDots.tsx";
import "../vehicle.css";

export function configColumns(open: (config: { id: string }) => void): readonly Column<typeof listCarConfigs>[] {
  return [
    {
      show: "configCode",
      width: 140,
      as: (config) => (
        <button type="button" className="text-button" onClick={() => open({ id: config.id })}>
          {config.configCode}
        </button>
      ),
    },
    {
      title: "车系 / 车型",
      show: "modelName",
      width: 165,
      as: (config) => `${config.seriesName} / ${config.modelName}`,
    },
    { show: "modelYear", width: 75, align: "right" },
    { show: "trim", width: 115 },
    { title: "能源 / 电池 / 续航", show: "energyType", width: 190, as: (config) => <Energy config={config} /> },
    { show: "guidePriceFen", width: 125, align: "right", as: (config) => showMoney(config.guidePriceFen) },
    { show: "saleCodeCount", width: 75, align: "right" },
    { show: "colors", width: 160, as: (config) => <ColorDots colors={config.colors} /> },
    { title: "在售期", show: "onSaleFrom", width: 190, as: (config) => salePeriod(config) },
    { show: "carCount", width: 85, align: "right", as: (config) => <CarCount config={config} /> },
    { show: "orderCount", width: 95, align: "right" },
    { show: "status", width: 85 },
    { show: "updatedAt", width: 155, hidden: true },
  ];
}

/** The way to the cars behind the number. */
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
