import type { TypedCustomer } from "@ops/order/contract";
import {
  CustomerNameInput,
  CustomerPhoneInput,
  CustomerTypeInput,
  customerLabels,
} from "../customer/customer-inputs.tsx";
import "./change.css";

interface Props {
  readonly id?: string;
  readonly value?: Partial<TypedCustomer>;
  readonly onChange?: (buyer: Partial<TypedCustomer>) => void;
}

/** Who buys from now on, as the adviser types him. */
export function BuyerInput({ id, value = {}, onChange }: Props) {
  const { type = "PERSON", name = "", phone = "" } = value;
  const put = (part: Partial<TypedCustomer>) => onChange?.({ ...value, type, ...part });
  const label = customerLabels[type].name;
  return (
    <div className="buyer-input">
      <CustomerTypeInput value={type} onChange={(next) => put({ type: next })} />
      <CustomerNameInput
        {...(id ? { id } : {})}
        aria-label={label}
        placeholder={label}
        value={name}
        onChange={(text) => put({ name: text })}
      />
      <CustomerPhoneInput
        aria-label="手机号"
        placeholder="手机号"
        value={phone}
        onChange={(text) => put({ phone: text })}
      />
    </div>
  );
}
