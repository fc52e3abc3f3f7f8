import { ContractField } from "@ops/authority/contract";
import { PlainTable, tableColumnsOf } from "@ops/platform/web";

/** Lists the input and the answer of a call as the contract declares them. */
export function ContractTable({ fields }: { readonly fields: readonly ContractField[] }) {
  if (fields.length === 0) return <p className="interface-hint">该接口没有参数，或已不在当前版本中</p>;
  return (
    <PlainTable
      rowKey={({ place, name }) => `${place} ${name}`}
      pageSize={50}
      rows={fields}
      columns={tableColumnsOf(ContractField, {
        place: 70,
        name: { wraps: true, as: ({ name }) => <code>{name}</code> },
        label: { width: 160, wraps: true },
        type: { wraps: true },
        required: { width: 70, as: ({ place, required }) => (place === "ANSWER" ? "-" : required ? "是" : "否") },
      })}
    />
  );
}
