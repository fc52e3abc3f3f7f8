import { actionsOf, ImportButton, ListPage, partsOf, selectFilter, useDialog, useOpened } from "@ops/platform/web";
import {
  carConfigActs,
  carConfigImport,
  carConfigSheet,
  copyCarConfig,
  createCarConfig,
  editCarConfig,
  getCarConfig,
  listCarConfigs,
} from "@ops/vehicle/contract";
import { useSeriesChoices } from "../series/use-series-choices.ts";
import { configColumns } from "./config-columns.tsx";

const CarConfigDrawer = partsOf(() => import("./CarConfigDrawer.tsx")).overlay("CarConfigDrawer");
const CopyConfigDialog = partsOf(() => import("./CopyConfigDialog.tsx")).overlay("CopyConfigDialog");
const configDialogs = partsOf(() => import("./config-dialogs.tsx"));
const CreateConfigDialog = configDialogs.overlay("CreateConfigDialog");
const EditConfigDialog = configDialogs.overlay("EditConfigDialog");

const acts = actionsOf(carConfigActs, {});

export function CarConfigList() {
  const creating = useDialog<true>();
  const { open, drawer } = useOpened("config");
  const { series, models } = useSeriesChoices();

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
      columns={configColumns(({ id }) => open(id))}
      imports={<ImportButton kind={carConfigImport} />}
      exports={carConfigSheet}
      tools={[{ label: "新增", needs: createCarConfig, primary: true, run: () => creating.open(true) }]}
      rowActions={[
        { label: "详情", needs: getCarConfig, run: ({ id }) => open(id) },
        {
          label: "编辑",
          needs: editCarConfig,
          ask: ({ id }, onClose) => <EditConfigDialog id={id} onClose={onClose} />,
        },
        ...acts,
        {
          label: "复制为新年款",
          needs: copyCarConfig,
          ask: (config, onClose) => (
            <CopyConfigDialog config={config} onDone={({ id }) => open(id)} onClose={onClose} />
          ),
        },
        { label: "日志", needs: getCarConfig, run: ({ id }) => open(id, "logs") },
      ]}
      empty="还没有车型配置，点击「新增」"
    >
      {creating.value && <CreateConfigDialog onDone={({ id }) => open(id, "prices")} onClose={creating.close} />}
      {drawer && <CarConfigDrawer {...drawer} />}
    </ListPage>
  );
}
