import { type CustomerType, customerTypes } from "@ops/order/contract";
import { choicesOf } from "@ops/platform/web";
import { Input, type InputProps, Segmented } from "antd";

/** What name and number are called for customers of the type. */
export const customerLabels: Readonly<Record<CustomerType, { readonly name: string; readonly idNo: string }>> = {
  PERSON: { name: "姓名", idNo: "身份证号" },
  COMPANY: { name: "企业名称", idNo: "统一社会信用代码" },
};

interface TypeProps {
  readonly value: CustomerType;
  readonly onChange: (type: CustomerType) => void;
}

export function CustomerTypeInput({ value, onChange }: TypeProps) {
  return (
    <Segmented
      aria-label="客户类型"
      options={[...choicesOf(customerTypes)]}
      value={value}
      onChange={(chosen) => onChange(chosen === "COMPANY" ? "COMPANY" : "PERSON")}
    />
  );
}

interface Props extends Pick<InputProps, "id" | "aria-label" | "placeholder" | "autoFocus"> {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

export function CustomerNameInput({ onChange, ...rest }: Props) {
  return <Input autoComplete="off" maxLength={60} {...rest} onChange={({ target }) => onChange(target.value)} />;
}

export function CustomerPhoneInput({ onChange, ...rest }: Props) {
  return <Input autoComplete="off" maxLength={11} {...rest} onChange={({ target }) => onChange(target.value.trim())} />;
}
