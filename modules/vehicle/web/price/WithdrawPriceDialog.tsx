import { ReasonDialog } from "@ops/platform/web";
import { type CarPrice, withdrawPrice } from "@ops/vehicle/contract";

/** A price that has not begun yet becomes a draft again. */
export function WithdrawPriceDialog({ price, onClose }: { readonly price: CarPrice; readonly onClose: () => void }) {
  return (
    <ReasonDialog
      title={`撤回价格 · ${price.configCode} ${price.itemName}`}
      endpoint={withdrawPrice}
      params={{ id: price.id }}
      version={price.version}
      consequence={`该价格原定 ${price.effectiveFrom} 起生效；撤回后成为草稿，现行价格继续有效。`}
      danger
      okText="撤回"
      done="撤回成功！"
      onClose={onClose}
    />
  );
}
