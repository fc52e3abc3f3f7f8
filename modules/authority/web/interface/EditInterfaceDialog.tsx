import { editInterface, type Interface } from "@ops/authority/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";

const { NumberField, SwitchField } = fieldsOf(editInterface);

interface Props {
  readonly one: Interface;
  readonly onClose: () => void;
}

export function EditInterfaceDialog({ one, onClose }: Props) {
  return (
    <FormDialog
      title={`设置接口 · ${one.name}`}
      endpoint={editInterface}
      params={{ id: one.id }}
      record={one}
      done="设置成功！"
      onClose={onClose}
    >
      <NumberField name="ratePerMin" unit="次" min={1} max={1_000_000} hint="按每个调用方计算，留空为不限" />
      <SwitchField name="sensitive" hint="开启后每次调用须填写原因，查看也会写入操作日志" />
      <SwitchField name="logBody" hint="保留最近 7 天的入参与返回，已脱敏" />
    </FormDialog>
  );
}
