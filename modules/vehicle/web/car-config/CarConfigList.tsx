import {
  ImportButton,
  ListPage,
  LogsView,
  moveAction,
  partsOf,
  selectFilter,
  useCall,
  useDialog,
} from "@ops/platform/web";
import {
  type CarConfig,
  carConfigImport,
  carConfigName,
  carConfigSheet,
  carConfigStates,
  copyCarConfig,
  createCarConfig,
  disableCarConfig,
  editCarConfig,
  enableCarConfig,
  getCarConfig,
  listCarConfigs,
} from "@ops/vehicle/contract";
import { Drawer } from "antd";
import { useSeriesChoices } from "../series/use-series-choices.ts";
import { configColumns } from "./config-columns.tsx";

const CarConfigDrawer = partsOf(() => import("./CarConfigDrawer.tsx")).overlay("CarConfigDrawer");
const CopyConfigDialog = partsOf(() => import("./CopyConfigDialog.tsx")).overlay("CopyConfigDialog");
const configDialogs = partsOf(() => import("./config-dialogs.tsx"));
const CreateConfigDialog = configDialogs.overlay("CreateConfigDialog");
const EditConfigDialog = configDialogs.overlay("EditConfigDialog");

const disable = moveAction({
  machine: carConfigStates,
  move: "disable",
  endpoint: disableCarConfig,
  nameOf: (config: CarConfig) => config.configCode,
  consequence: "停用后不能再下单；已有的订单和车辆不受影响。",
  danger: true,
});

export function CarConfigList() {
  const creating = useDialog<true>();
  const opened = useDialog<{ id: string; tab?: string }>();
  const { series, models } = useSeriesChoices();
  const enable = useCall(enableCarConfig, { done: "启用成功！" });

  return (
    <ListPage
      title="车型配置"
      memory="?tab=configs"
      endpoint={listCarConfigs}
      filters={[
        selectFilter("seriesId", "车系", series),
        selectFilter("modelId", "车型", models),
        "modelYear",
        "energyType",
        "configCode",
        "saleCode",
        "status",
        "isOnSale",
      ]}
      columns={configColumns(opened.open)}
      imports={<ImportButton kind={carConfigImport} />}
      exports={carConfigSheet}
      tools={[{ label: "新增", needs: createCarConfig, primary: true, run: () => creating.open(true) }]}
      rowActions={[
        { label: "详情", needs: getCarConfig, run: opened.open },
        {
          label: "编辑",
          needs: editCarConfig,
          ask: ({ id }, onClose) => <EditConfigDialog id={id} onClose={onClose} />,
        },
        {
          label: "启用",
          needs: enableCarConfig,
          when: ({ status }) => carConfigStates.can(status, "enable"),
          confirm: (config) => `确认启用「${carConfigName(config)}」？启用后可以下单`,
          run: ({ id, version }) => enable.call({ params: { id }, body: { version } }),
        },
        disable,
        {
          label: "复制为新年款",
          needs: copyCarConfig,
          ask: (config, onClose) => <CopyConfigDialog config={config} onDone={opened.open} onClose={onClose} />,
        },
        {
          label: "日志",
          needs: getCarConfig,
          ask: (config, onClose) => <ConfigLogs config={config} onClose={onClose} />,
        },
      ]}
      empty="还没有车型配置，点击「新增」"
    >
      {creating.value && (
        <CreateConfigDialog onDone={({ id }) => opened.open({ id, tab: "prices" })} onClose={creating.close} />
      )}
      {opened.value && <CarConfigDrawer {...opened.value} onClose={opened.close} />}
    </ListPage>
  );
}

function ConfigLogs({ config, onClose }: { readonly config: CarConfig; readonly onClose: () => void }) {
  return (
    <Drawer open size={720} title={`日志 · ${config.configCode}`} onClose={onClose}>
      <LogsView bizType="carConfig" bizId={config.id} />
    </Drawer>
  );
}
