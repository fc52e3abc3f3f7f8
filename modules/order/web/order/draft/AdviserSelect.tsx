import type { listAdvisers } from "@ops/order/contract";
import type { AnswerOf } from "@ops/platform/contract";
import { Select } from "antd";

interface Props {
  readonly id?: string;
  /** The people of the store that sells, as far as they are known. */
  readonly of: {
    readonly data: AnswerOf<typeof listAdvisers> | undefined;
    readonly isLoading: boolean;
    readonly error: Error | null;
  };
  readonly placeholder: string;
  readonly disabled?: boolean;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** Somebody of the store that sells, with his position. */
export function AdviserSelect({ id, of: { data, isLoading, error }, placeholder, disabled, value, onChange }: Props) {
  return (
    <Select<string | null>
      {...(id ? { id } : {})}
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      disabled={disabled ?? false}
      loading={isLoading}
      placeholder={placeholder}
      notFoundContent={error?.message ?? "该门店没有在岗人员"}
      options={(data ?? []).map((one) => ({ value: one.id, label: `${one.name} · ${one.positionName}` }))}
      value={value}
      onChange={(chosen) => onChange(chosen ?? null)}
    />
  );
}
