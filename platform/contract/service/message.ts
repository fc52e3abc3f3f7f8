import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { fillHoles, type Holes } from "../errors.ts";
import { withMeta } from "../value/field-meta.ts";
import { yuan } from "../value/numbers.ts";
import { isDay, wireTime } from "../value/time.ts";

/** A hole in a message: its value as text, and the largest length. */
export interface Hole<Value = never> {
  readonly longest: number;
  /** What the hole contains, for people who register the message with the gateway. */
  readonly label: string;
  /** Whether it is hidden from people who look at sent messages, and deleted after sending. */
  readonly isSecret: boolean;
  write(value: Value): string;
}

/** The kinds of holes that messages to customers have (PF-R125). */
export const hole = {
  /**
   * A text of so many characters. A longer one is cut, because sending the message matters more than its last words.
   */
  text: (longest: number, label = "文字"): Hole<string> => ({
    longest,
    label: `${label}，最多${longest}个字`,
    isSecret: false,
    write: (text) => (text.length > longest ? `${wholeStart(text, longest - 1)}…` : text),
  }),
  /** A code or password that nobody else may read. */
  secret: (longest: number): Hole<string> => ({ longest, label: "保密内容", isSecret: true, write: (text) => text }),
  count: (): Hole<number> => ({ longest: 7, label: "数字", isSecret: false, write: String }),
  /** An amount in 分, which the message shows in 元. */
  money: (): Hole<number> => ({ longest: 14, label: "金额（元）", isSecret: false, write: (fen) => yuan(fen) }),
  day: (): Hole<string> => ({ longest: 10, label: "日期", isSecret: false, write: requireDay }),
  /** To the minute, in the time of Shanghai. */
  time: (): Hole<Date> => ({ longest: 16, label: "时间", isSecret: false, write: (at) => wireTime(at).slice(0, 16) }),
};

/** The beginning of a text, without the first half of a surrogate pair at its end. */
const wholeStart = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");

function requireDay(text: string): string {
  if (!isDay(text)) throw new Error("a message holds no day where one belongs");
  return text;
}

// biome-ignore lint/suspicious/noExplicitAny: holes of different values stand in one message; each writes its own
type AnyHole = Hole<any>;

/** A message to customers or staff: the gateway knows its text by the code. */
export interface MessageTemplate<H extends Readonly<Record<string, AnyHole>> = Readonly<Record<string, AnyHole>>> {
  /** A unique code such as `LOGIN_CODE`, by which the gateway knows the message. */
  readonly code: string;
  readonly name: string;
  /** With `{name}` for each hole. */
  readonly text: string;
  readonly holes: H;
}

export type MessageValues<H extends Readonly<Record<string, AnyHole>>> = {
  readonly [K in keyof H]: H[K] extends Hole<infer Value> ? Value : never;
};

/** Declares a message; its module lists it under `messages`. A hole without a kind, or a kind without a hole, does not compile. */
export function message<const T extends string, const H extends Readonly<Record<Holes<T>, AnyHole>>>(
  declared: { code: string; name: string; text: T; holes: H } & (Exclude<keyof H, Holes<T>> extends never
    ? unknown
    : { holes: Readonly<Record<Exclude<keyof H, Holes<T>>, never>> }),
): MessageTemplate<H> {
  return declared;
}

/**
 * Writes a message as it is stored and sent. Secret holes stay open in the text, and their values are stored
 * separately.
 */
export function writeMessage<H extends Readonly<Record<string, AnyHole>>>(
  { text, holes }: MessageTemplate<H>,
  values: MessageValues<H>,
): { readonly text: string; readonly params: Readonly<Record<string, string>> } {
  const written = Object.entries(holes).map(([name, one]) => [name, one.write(Reflect.get(values, name))] as const);
  const shown = written.filter(([name]) => !holes[name]?.isSecret);
  return { text: fillHoles(text, Object.fromEntries(shown)), params: Object.fromEntries(written) };
}

const ONE_PART = 70;
/** Longer messages are split into parts of so many characters, and each part is charged. */
const EACH_PART = 67;

/**
 * How long the message gets at most, and in how many parts it then travels. Like the network and the holes it counts
 * units of UTF-16, of which a rare character takes two.
 */
export function messageLength({ text, holes }: MessageTemplate): { longest: number; parts: number } {
  const longest = fillHoles(text, Object.fromEntries(Object.keys(holes).map((name) => [name, ""]))).length;
  const whole = Object.values(holes).reduce((sum, one) => sum + one.longest, longest);
  return { longest: whole, parts: whole <= ONE_PART ? 1 : Math.ceil(whole / EACH_PART) };
}

export const MessageLine = z.object({
  code: withMeta(z.string(), { label: "模板编码" }),
  name: withMeta(z.string(), { label: "名称" }),
  text: withMeta(z.string(), { label: "内容" }),
  holes: z.array(z.object({ name: z.string(), label: z.string() })),
  longest: withMeta(z.int(), { label: "最长字数" }),
  parts: withMeta(z.int(), { label: "计费条数" }),
});
export type MessageLine = z.output<typeof MessageLine>;

/** What operators register with the gateway. */
export const listMessageTemplates = endpoint({
  method: "GET",
  path: "/common/v1/message-templates",
  title: "短信模板列表",
  permission: "platform:smsOutbox:view",
  answer: z.array(MessageLine),
});
