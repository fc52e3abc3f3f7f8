import { FormDialog, feedback } from "@ops/platform/web";
import { bindSaleCode, type CarIntake } from "@ops/vehicle/contract";
import { useItems } from "../car-item/use-items.ts";

/**
 * 绑定物料号: gives the code of a failed message to a configuration. All messages that failed because of it are replayed.
 */
export function BindDialog({ intake, onClose }: { readonly intake: CarIntake; readonly onClose: () => void }) {
  const { choices } = useItems();
  return (
    <FormDialog
      title={`绑定物料号 · ${intake.unknownSaleCode ?? ""}`}
      kind="modal"
      endpoint={bindSaleCode}
      fixed={{ saleCode: intake.unknownSaleCode ?? "" }}
      record={{ optionCodes: null }}
      okText="绑定并重放"
      onDone={({ replayed, remaining }) => {
        const applied = replayed.filter(({ end }) => end === "applied").length;
        const rest = remaining > 0 ? `，其余 ${remaining} 个在后台重放` : "";
        feedback.message.success(`已绑定，重放 ${replayed.length} 个，应用 ${applied} 个${rest}`);
      }}
      fields={["carConfigId", "extColor", "intColor", "optionCodes"]}
      special={{
        extColor: { options: choices.EXT, hint: "填写后工厂可以只发送物料号" },
        intColor: { options: choices.INT },
        optionCodes: { options: choices.OPTION },
      }}
      onClose={onClose}
    />
  );
}
