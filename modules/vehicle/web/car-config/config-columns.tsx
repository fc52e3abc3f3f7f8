import { type Column, DictText, showDay, showMoney } from "@ops/platform/web";
import type { CarConfig, listCarConfigs } from "@ops/vehicle/contract";
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
    { show: "status", width: 85 },
    { show: "updatedAt", width: 155, hidden: true },
  ];
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
