import { editInterface, type Interface } from "@ops/authority/contract";
import { FormDialog } from "@ops/platform/web";

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
      fields={["ratePerMin", "sensitive", "logBody"]}
      special={{
        ratePerMin: { unit: "次", hint: "按每个调用方计算，留空为不限" },
        sensitive: "开启后每次调用须填写原因，查看也会写入操作日志",
        logBody: "保留最近 7 天的入参与返回，已脱敏",
      }}
      onClose={onClose}
    />
  );
}
