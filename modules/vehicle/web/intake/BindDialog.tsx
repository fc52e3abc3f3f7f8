import { FormDialog, feedback, fieldsOf } from "@ops/platform/web";
import { bindSaleCode, type CarIntake } from "@ops/vehicle/contract";
import { useCatalogueChoices } from "../car/use-catalogue-choices.ts";
import { useItems } from "../car-item/use-items.ts";

const bound = fieldsOf(bindSaleCode);

/** 绑定物料号: the code that a failed message names becomes one of a configuration, and all that failed for it is replayed. */
export function BindDialog({ intake, onClose }: { readonly intake: CarIntake; readonly onClose: () => void }) {
  const configs = useCatalogueChoices();
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
      onClose={onClose}
    >
      <bound.SelectField name="carConfigId" options={configs} />
      <bound.SelectField name="extColor" options={choices.EXT} hint="填写后工厂可以只发送物料号" />
      <bound.SelectField name="intColor" options={choices.INT} />
      <bound.SelectField name="optionCodes" options={choices.OPTION} multiple />
    </FormDialog>
  );
}
