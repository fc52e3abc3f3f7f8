import { z } from "zod";
import { withMeta } from "./field-meta.ts";
import { masks } from "./masks.ts";
import { requiredText } from "./text-width.ts";
import { dayOf, instantOf, isDay, nextDay, startOfDay, wireTime } from "./time.ts";

const wireTimePattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** An instant: a Date on the server, `YYYY-MM-DD HH:mm:ss` on the wire. */
export const moment = z.codec(z.date(), z.string().regex(wireTimePattern), { decode: wireTime, encode: instantOf });

/** An instant that a caller names: `YYYY-MM-DD HH:mm:ss` on the wire, a Date for the handler. */
export function typedMoment(label: string) {
  return z
    .string(`请选择${label}！`)
    .regex(wireTimePattern, `${label}格式不正确`)
    .refine((text) => !Number.isNaN(instantOf(text).getTime()), `${label}格式不正确`)
    .transform(instantOf)
    .meta({ label });
}

/** A calendar day, `YYYY-MM-DD`. */
export const day = z.string("日期格式不正确").refine(isDay, "日期格式不正确").meta({ format: "date" });

/** Days from and to, both included: `2026-01-01,2026-01-31` on the wire, instants `[from, until)` on the server. */
export const dayRange = z
  .string("日期范围格式不正确")
  .regex(/^\d{4}-\d{2}-\d{2},\d{4}-\d{2}-\d{2}$/, "日期范围格式不正确")
  .refine((text) => text.split(",").every(isDay), "日期范围格式不正确")
  .refine((text) => text.slice(0, 10) <= text.slice(11), "结束日期不能早于开始日期")
  .transform((text) => ({ from: startOfDay(text.slice(0, 10)), until: startOfDay(nextDay(text.slice(11))) }));

export interface InstantRange {
  from: Date;
  until: Date;
}

/** Finds the first and the last day of a range, for columns with days. */
export function daysOf({ from, until }: InstantRange): { first: string; last: string } {
  return { first: dayOf(from), last: dayOf(new Date(until.getTime() - 1)) };
}

/** The form of a mainland phone number. */
export const PHONE_FORM = /^1[3-9]\d{9}$/;

/** A phone of the mainland, as typed. */
export const mobilePhone = z
  .string("请输入手机号！")
  .trim()
  .regex(PHONE_FORM, "手机号格式不正确")
  .meta({ label: "手机号" });

export const isWholePhone = (text: string): boolean => PHONE_FORM.test(text);

interface WholeText {
  readonly hint?: string;
  readonly most?: number;
  /**
   * The form of every whole value, if there is one. A part is then refused beside the field instead of finding nothing.
   */
  readonly form?: RegExp;
  /** Turns the input into the stored form. */
  readonly clean?: (typed: string) => string;
}

/**
 * Makes a filter that finds only by the whole value. The hint tells this, and `whole` tells the tests that it is
 * intended.
 */
export function wholeText(label: string, { hint = `完整${label}`, most = 50, form, clean }: WholeText = {}) {
  const told = `请输入${hint}`;
  const typed = z.string(told).trim().max(most);
  const cleaned = clean ? typed.overwrite(clean) : typed;
  return withMeta(form ? cleaned.regex(form, told) : cleaned, { label, hint, whole: true });
}

/**
 * Makes a filter by phone. Phones are masked and found only as a whole, because a part would never find anybody
 * (PF-R104).
 */
export const wholePhoneOf = (label: string) => wholeText(label, { form: PHONE_FORM });
export const wholePhone = wholePhoneOf("手机号");

/** A filter by a business number (PF-R89): prefix and digits, typed in small letters or large ones. */
export const wholeNumber = (label: string) =>
  wholeText(label, { most: 30, form: /^[A-Z]{2,4}\d{4,}$/, clean: (typed) => typed.toUpperCase() });

/** Personal data in answers. The handler passes the plain text, and only the mask leaves the server. */
export const maskedPhone = z.string().overwrite(masks.phone).meta({ label: "手机号", masked: true });
export const maskedEmail = z.string().overwrite(masks.email).meta({ label: "邮箱", masked: true });
export const maskedIp = z.string().overwrite(masks.ip).meta({ label: "IP", masked: true });

export const recordId = z.uuid("编号格式不正确");
export const idParams = z.object({ id: recordId });
/** Sent with every change of a record; a mismatch is COMMON_VERSION_CONFLICT. */
export const version = z.int("版本号格式不正确").min(1).max(2_147_483_647).meta({ label: "版本号" });
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}";

/** Several ids in a query, with commas between; each counts once. */
export function recordIds(most: number, tooMany: string, none = "请先选择") {
  return z
    .string(none)
    .max(37 * 200, tooMany)
    .regex(new RegExp(`^${UUID}(,${UUID})*$`), none)
    .transform((text) => [...new Set(text.split(","))])
    .pipe(z.array(recordId).max(most, tooMany));
}

/** The reason for something that the log must explain. */
export const reason = requiredText("原因", 200);
/** The body of a change that needs only a reason. */
export const reasonBody = z.object({ reason, version });
/** The version in the query of a DELETE, where it arrives as text. */
export const versionQuery = z.object({
  version: z.coerce
    .number<number | string>("版本号格式不正确")
    .int()
    .min(1)
    .max(2_147_483_647)
    .meta({ label: "版本号" }),
});

/** 一千亿元: more is a slip of the hand, and sums of it would leave the range in which numbers are exact. */
export const MOST_FEN = 10_000_000_000_000;
/** Money: integer 分. */
export const fen = z.int("金额格式不正确").min(0, "金额不能为负数").max(MOST_FEN, "金额格式不正确");
/** What amounts add up to, in answers. */
export const fenSum = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The value of an entry of dictionary `code`. */
export function dictCode(code: string, label?: string) {
  const meta = { dict: code, ...(label ? { label } : {}) };
  return withMeta(z.string("请选择").min(1, "请选择").max(60), meta);
}

/** Makes a choice among the keys of the words, in their order. Other values are refused with the message. */
export function oneOf<const Words extends Readonly<Record<string, string>>>(words: Words, message?: string) {
  const values = Object.keys(words) as (keyof Words & string)[];
  return withMeta(z.enum(values, message), { words });
}

/** Makes the keyword filter of a list, which searches several columns. */
export const keyword = (hint: string, label = "关键字") =>
  withMeta(z.string().trim().max(50).optional(), { label, hint });

/** A query flag: `1`, `true`, `0`, `false`. */
export const flag = z.stringbool();

/** What an action answers that has nothing to tell. */
export const done = z.literal(true);
