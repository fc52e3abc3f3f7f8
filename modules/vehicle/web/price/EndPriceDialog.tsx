import { DateTimeInput, FormDialog, fieldsOf } from "@ops/platform/web";
import { type CarPrice, endPrice } from "@ops/vehicle/contract";

const { CustomField } = fieldsOf(endPrice);

export function EndPriceDialog({ price, onClose }: { readonly price: CarPrice; readonly onClose: () => void }) {
  return (
    <FormDialog
      title={`结束价格 · ${price.configCode} ${price.itemName}`}
      kind="modal"
      endpoint={endPrice}
      params={{ id: price.id }}
      record={{ version: price.version }}
      okText="结束"
      danger
      done="已设置失效时间"
      onClose={onClose}
    >
      <CustomField name="effectiveTo" hint="之后没有价格的项目不能下单">
        <DateTimeInput />
      </CustomField>
    </FormDialog>
  );
}
