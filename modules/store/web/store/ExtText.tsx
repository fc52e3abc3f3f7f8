import { DictText, showDay, showValue } from "@ops/platform/web";
import type { ExtColumn, ExtValues } from "@ops/store/contract";

interface Props {
  readonly column: Pick<ExtColumn, "colType" | "dictCode">;
  readonly value: ExtValues[string];
}

/** A value of an extended column, as its type reads. */
export function ExtText({ column: { colType, dictCode }, value }: Props) {
  if (typeof value === "string" && colType === "DICT") return <DictText code={dictCode ?? ""} value={value} />;
  if (typeof value === "string" && colType === "DAY") return <>{showDay(value)}</>;
  return <>{showValue(value)}</>;
}
