import { DateTimeInput, FormDialog } from "@ops/platform/web";
import { type CarConfig, type CarConfigDetail, carConfigName, copyCarConfig } from "@ops/vehicle/contract";

interface Props {
  readonly config: CarConfig;
  readonly onDone: (copy: CarConfigDetail) => void;
  readonly onClose: () => void;
}

export function CopyConfigDialog({ config, onDone, onClose }: Props) {
  return (
    <FormDialog
      title={`复制为新年款 · ${carConfigName(config)}`}
      kind="modal"
      endpoint={copyCarConfig}
      params={{ id: config.id }}
      record={{ modelYear: config.modelYear + 1 }}
      okText="复制"
      done="已复制为草稿，请补充物料号和价格"
      onDone={onDone}
      fields={["configCode", "modelYear", "onSaleFrom"]}
      special={{ onSaleFrom: { control: <DateTimeInput /> } }}
      onClose={onClose}
    />
  );
}
