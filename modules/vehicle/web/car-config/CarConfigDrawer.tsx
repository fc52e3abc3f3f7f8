import {
  FactsBeside,
  FieldList,
  LatestEvents,
  LogsView,
  RecordInstead,
  SidePart,
  StateTag,
  showTime,
  useClosing,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import {
  CarConfigDetail,
  carConfigName,
  carConfigStates,
  getCarConfig,
  listCars,
  listPrices,
} from "@ops/vehicle/contract";
import { Button, Drawer, Tabs } from "antd";
import { useState } from "react";
import { PricesOfConfig } from "../price/PricesOfConfig.tsx";
import { CarsOfConfig, OfferTable, SaleCodeTable, UsageTable } from "./config-tables.tsx";
import { QuotePreview } from "./QuotePreview.tsx";
import { saleBoundary } from "./sale-boundary.ts";

interface Props {
  readonly id: string;
  readonly tab?: string;
  readonly onClose: () => void;
}

/** 详情: what it is, what the factory calls it, what it is offered with, what it costs and who points at it. */
export function CarConfigDrawer({ id, tab = "basics", onClose }: Props) {
  const may = useMay();
  const { drawer } = useClosing(onClose);
  const [chosen, setChosen] = useState(tab);
  const answer = useEndpoint(getCarConfig, { params: { id } }, { silent: true });
  const { data: config } = answer;
  const title = config ? (
    <span className="config-title">
      {carConfigName(config)} · {config.configCode} <StateTag machine={carConfigStates} state={config.status} />
    </span>
  ) : (
    "车型配置"
  );
  return (
    <Drawer title={title} size={960} {...drawer}>
      {!config && <RecordInstead answer={answer} />}
      {config && (
        <Tabs
          activeKey={chosen}
          onChange={setChosen}
          items={[
            { key: "basics", label: "基本", children: <Basics config={config} onTab={setChosen} /> },
            { key: "codes", label: `物料号 ${config.saleCodes.length}`, children: <SaleCodeTable config={config} /> },
            { key: "offers", label: "选装颜色", children: <OfferTable config={config} /> },
            ...(may(listPrices)
              ? [{ key: "prices", label: "价格时间轴", children: <PricesOfConfig config={config} /> }]
              : []),
            { key: "quote", label: "预览", children: <QuotePreview config={config} /> },
            { key: "usages", label: "引用", children: <UsageTable config={config} /> },
            ...(may(listCars)
              ? [{ key: "cars", label: `车辆 ${config.carCount}`, children: <CarsOfConfig config={config} /> }]
              : []),
            { key: "logs", label: "日志", children: <LogsView bizType="carConfig" bizId={id} /> },
          ]}
        />
      )}
    </Drawer>
  );
}

interface BasicsProps {
  readonly config: CarConfigDetail;
  readonly onTab: (tab: string) => void;
}

function Basics({ config, onTab }: BasicsProps) {
  const latest = (
    <SidePart
      title="近期动态"
      extra={
        <Button type="link" size="small" onClick={() => onTab("logs")}>
          全部日志
        </Button>
      }
    >
      <LatestEvents key={config.version} bizType="carConfig" bizId={config.id} instead={lastEdit(config)} />
    </SidePart>
  );
  return (
    <FactsBeside beside={latest}>
      <ConfigFacts config={config} />
    </FactsBeside>
  );
}

/** For configurations that are older than their log. */
const lastEdit = ({ updatedAt }: CarConfigDetail) => [{ id: "edited", at: showTime(updatedAt), text: "最近一次修改" }];

function ConfigFacts({ config }: Pick<BasicsProps, "config">) {
  return (
    <FieldList
      schema={CarConfigDetail}
      record={config}
      fields={[
        ...(["configCode", "seriesName", "modelName", "modelYear", "trim", "energyType"] as const).map((show) => ({
          show,
        })),
        ...(["batteryKwh", "rangeKm", "driveType", "seats", "kerbKg"] as const).map((show) => ({ show })),
        ...(["lengthMm", "widthMm", "heightMm"] as const).map((show) => ({ show })),
        { show: "onSaleFrom", as: ({ onSaleFrom }) => saleBoundary(onSaleFrom) },
        { show: "onSaleTo", as: ({ onSaleTo }) => (onSaleTo ? saleBoundary(onSaleTo) : "长期") },
        { show: "updatedAt" },
      ]}
    />
  );
}
