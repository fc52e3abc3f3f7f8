import { FormDialog, useEndpoint } from "@ops/platform/web";
import {
  type CarConfigDetail,
  carConfigName,
  createCarConfig,
  editCarConfig,
  getCarConfig,
} from "@ops/vehicle/contract";
import { ConfigFields } from "./ConfigFields.tsx";

interface CreateProps {
  readonly onDone: (config: CarConfigDetail) => void;
  readonly onClose: () => void;
}

/** Creates a draft. Prices and the preview follow in its drawer. */
export function CreateConfigDialog({ onDone, onClose }: CreateProps) {
  return (
    <FormDialog
      title="新增车型配置"
      width={1080}
      endpoint={createCarConfig}
      record={{ saleCodes: [], offers: [] }}
      okText="保存草稿"
      done="已保存草稿，请继续设置价格"
      onDone={onDone}
      onClose={onClose}
    >
      <ConfigFields config={null} />
    </FormDialog>
  );
}

export function EditConfigDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data: config } = useEndpoint(getCarConfig, { params: { id } });
  if (!config) return null;
  return (
    <FormDialog
      title={`编辑车型配置 · ${carConfigName(config)}`}
      width={1080}
      endpoint={editCarConfig}
      params={{ id }}
      record={config}
      done="修改成功！"
      onClose={onClose}
    >
      <ConfigFields config={config} />
    </FormDialog>
  );
}
