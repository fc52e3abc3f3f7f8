import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { businessErrors } from "./errors.ts";
import { event } from "./events.ts";
import { recordId } from "./fields.ts";

type Code = `${string}:${string}:unmask`;

/** Masked fields of a kind of record that holders of the code may see in clear, one at a time (PF-R104). */
export interface Unmaskable<Field extends string = string> {
  /** The table of the records. */
  readonly bizType: string;
  readonly code: Code;
  /** What the fields are called. */
  readonly fields: Readonly<Partial<Record<Field, string>>>;
}

const codes = new Map<Code, string>();

/** Declares them once; the code joins the catalogue of permissions by itself. `name` is the kind of record. */
export function unmaskable<const Field extends string>({
  name,
  ...declared
}: Unmaskable<Field> & { name: string }): Unmaskable<Field> {
  codes.set(declared.code, `查看${name}明文`);
  return declared;
}

export const unmaskErrors = businessErrors("UNMASK", {
  limit: "今日查看明文次数已达上限",
  searchLimit: "今日按完整号码查询的次数已达上限，请明天再试或联系管理员",
});

/** Somebody has searched by so many whole values that nobody has: masked data may be tried out one by one (PF-R104). */
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
    bizType: z.string("记录类型格式不正确").regex(/^[a-zA-Z]{1,60}$/, "记录类型格式不正确"),
    bizId: recordId,
    field: z.string("字段格式不正确").regex(/^[a-zA-Z]{1,60}$/, "字段格式不正确"),
    reason: z.string().trim().max(200, "原因最多200个字").optional(),
  }),
  answer: z.object({ value: z.string() }),
});

/** The call as the holder of a code makes it: what the catalogue, the roles and the page ask about. */
export const unmaskBy = (code: Code) => ({ ...unmask, permission: code });
