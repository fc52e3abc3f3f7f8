import { customerTypes, type TypedCustomer } from "@ops/order/contract";
import { choicesOf } from "@ops/platform/web";
import { Input, Segmented } from "antd";
import "./change.css";

interface Props {
  readonly id?: string;
  readonly value?: Partial<TypedCustomer>;
  readonly onChange?: (buyer: Partial<TypedCustomer>) => void;
}

/** Who buys from now on, as the adviser types him. */
export function BuyerInput({ id, value = { type: "PERSON" }, onChange }: Props) {
  const put = (part: Partial<TypedCustomer>) => onChange?.({ ...value, ...part });
  return (
    <div className="buyer-input">
      <Segmented
        aria-label="客户类型"
        options={[...choicesOf(customerTypes)]}
        value={value.type ?? "PERSON"}
        onChange={(type) => put({ type: type === "COMPANY" ? "COMPANY" : "PERSON" })}
      />
      <Input
        {...(id ? { id } : {})}
        aria-label="姓名"
        autoComplete="off"
        maxLength={60}
        placeholder={value.type === "COMPANY" ? "企业名称" : "姓名"}
        value={value.name ?? ""}
        onChange={({ target }) => put({ name: target.value })}
      />
      <Input
        aria-label="手机号"
        autoComplete="off"
        maxLength={11}
        placeholder="手机号"
        value={value.phone ?? ""}
        onChange={({ target }) => put({ phone: target.value.trim() })}
      />
    </div>
  );
}
