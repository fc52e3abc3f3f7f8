import { boundedText, day, dictCode, requiredText, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import type { ExtColumn } from "./shape.ts";

type Column = Pick<ExtColumn, "colKey" | "label" | "colType" | "dictCode" | "isRequired">;

/** The values of these columns as a form asks for them and the server checks them (ST-R7). */
export function extSchemaOf(columns: readonly Column[]): z.ZodObject {
  return z.object(Object.fromEntries(columns.map((column) => [column.colKey, fieldOf(column)])));
}

function fieldOf(column: Column): z.ZodType {
  const { label, isRequired } = column;
  const field = filledOf(column);
  return isRequired ? field : field.nullable().default(null).meta({ label });
}

function filledOf({ label, colType, dictCode: code, isRequired }: Column): z.ZodType {
  if (colType === "NUMBER") {
    const most = 1_000_000_000_000;
    return withMeta(z.number(`请输入${label}！`).min(-most).max(most), { label });
  }
  if (colType === "DAY") return day.meta({ label });
  if (colType === "BOOL") return withMeta(z.boolean(`请选择${label}！`), { label });
  if (colType === "DICT") return dictCode(code ?? "", label);
  return isRequired ? requiredText(label, 200) : boundedText(label, 200);
}
