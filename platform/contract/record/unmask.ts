import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { event } from "../service/events.ts";
import { fieldMeta } from "../value/field-meta.ts";
import { recordId } from "../value/fields.ts";
import { isSealed, type SealedIn, type Shape } from "./shape.ts";

type Code = `${string}:${string}:unmask`;

/** Masked fields of a kind of record that holders of the code may see in clear, one at a time (PF-R104). */
export interface Unmaskable<Field extends string = string> {
  /** The table of the records. */
  readonly bizType: string;
  readonly code: Code;
  /** The labels of the fields. */
  readonly fields: Readonly<Partial<Record<Field, string>>>;
}

const codes = new Map<Code, string>();
const declared = new Map<string, Unmaskable>();

/** What holders of its code may see of the records of each table; cells and tables find it by the name of the table. */
export const unmaskables: ReadonlyMap<string, Unmaskable> = declared;

/** Declares fields that can be unmasked. Their code becomes part of the permissions. `name` is the kind of record. */
export function unmaskable<const Field extends string>({
  name,
  ...made
}: Unmaskable<Field> & { name: string }): Unmaskable<Field> {
  codes.set(made.code, `查看${name}明文`);
  declared.set(made.bizType, made);
  return made;
}

/** Does the same for all sealed fields of a shape, with its labels. */
export function unmaskableOf<F extends Shape["fields"]>(
  { table, entity, fields }: Shape<string, F>,
  code: Code,
  name = entity,
): Unmaskable<SealedIn<F>> {
  const labels = Object.entries(fields).flatMap(([field, one]) =>
    isSealed(one) ? [[field, fieldMeta(one.typed).label ?? field]] : [],
  );
  return unmaskable({ name, bizType: table, code, fields: Object.fromEntries(labels) });
}

export const unmaskErrors = businessErrors("UNMASK", {
  limit: "今日查看明文次数已达上限",
  searchLimit: "今日按完整号码查询的次数已达上限，请明天再试或联系管理员",
});

/** A person has searched by too many whole values that nobody has, and may be guessing masked data (PF-R104). */
export const wholeValueGuessed = event(
  "platform.wholeValueGuessed",
  z.object({ userId: z.string(), name: z.string(), limit: z.int() }),
  ({ userId }) => userId,
);

export const unmask = endpoint({
  method: "POST",
  path: "/common/v1/unmask",
  audit: "查看明文",
  permission: "session",
  asks: codes,
  risk: "HIGH",
  secret: true,
  body: z.object({
    bizType: z
      .string("记录类型格式不正确")
      .regex(/^[a-zA-Z]{1,60}$/, "记录类型格式不正确")
      .meta({ label: "记录类型" }),
    bizId: recordId.meta({ label: "记录" }),
    field: z
      .string("字段格式不正确")
      .regex(/^[a-zA-Z]{1,60}$/, "字段格式不正确")
      .meta({ label: "字段" }),
    reason: z.string().trim().max(200, "原因最多200个字").optional().meta({ label: "原因" }),
  }),
  answer: z.object({ value: z.string() }),
});

/** The call with the code of its holder, for the catalogue, the roles and the page. */
export const unmaskBy = (code: Code) => ({ ...unmask, permission: code });
