import { commonErrors } from "@ops/platform/contract";
import type { KnownField } from "./form-context.ts";

const makers = [commonErrors.param, commonErrors.duplicate];

/**
 * The field that a refusal of the server is about, when it names one by its key, or by its label (PF-R84: `{字段}格式不正确`,
 * `{字段}已存在`): the message then stays beside it instead of passing by.
 */
export function fieldNamedBy(
  { msgCode, msg, data }: { readonly msgCode: string; readonly msg: string; readonly data?: unknown },
  fields: ReadonlyMap<string, Pick<KnownField, "label">>,
): string | null {
  const { field }: { field?: unknown } = Object(data);
  if (typeof field === "string" && fields.has(field)) return field;
  const isAbout = ({ label }: Pick<KnownField, "label">) =>
    makers.some((make) => {
      const refusal = make({ field: label });
      return refusal.msgCode === msgCode && refusal.message === msg;
    });
  return [...fields].find(([, field]) => isAbout(field))?.[0] ?? null;
}
