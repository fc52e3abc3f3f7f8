import { type PartnerKind, partnerKinds } from "../../contract/index.ts";

/** A line of a template: what is asked for, whether it must be, and of how many. */
export interface TemplateLine<Code extends string> {
  readonly code: Code;
  readonly mandatory: boolean;
  readonly count: number | null;
}

export const templateRule = (names: readonly string[]) => `以逗号分隔，可用：${names.join("、")}；可选的在末尾加问号`;

/** `主合同签署，保证金到账?，关键岗位认证3`: names of the words, with a number and a question mark where wished. */
export function readTemplate<Code extends string>(
  text: string,
  words: Readonly<Record<Code, string>>,
): TemplateLine<Code>[] | null {
  const codes = new Map(Object.entries<string>(words).map(([code, name]) => [name, code]));
  const lines = text
    .split(/[,，、;；\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [, name = "", count = "", mark = ""] = /^(.*?)\s*(\d*)\s*([?？]?)$/.exec(part) ?? [];
      const code = keysOf(words).find((one) => one === codes.get(name));
      return code ? { code, mandatory: mark === "", count: count === "" ? null : Number(count) } : null;
    });
  const known = lines.filter((line) => line !== null);
  return known.length === lines.length ? known : null;
}

/** Of a partner of several kinds: all that one of them asks for; what one of them must have, it must have. */
export function mergeTemplates<Code extends string>(templates: readonly TemplateLine<Code>[][]): TemplateLine<Code>[] {
  const merged = new Map<Code, TemplateLine<Code>>();
  for (const line of templates.flat()) {
    const had = merged.get(line.code);
    const count = Math.max(had?.count ?? 0, line.count ?? 0) || null;
    merged.set(line.code, { code: line.code, mandatory: line.mandatory || (had?.mandatory ?? false), count });
  }
  return [...merged.values()];
}

/** The kinds of a partner as the product knows them. */
export function kindsOf({ kinds }: { readonly kinds: readonly string[] }): PartnerKind[] {
  return keysOf(partnerKinds).filter((kind) => kinds.includes(kind));
}

/** The codes of some words, in their order. */
export function keysOf<Code extends string>(words: Readonly<Record<Code, string>>): Code[] {
  const codes: Code[] = [];
  for (const code in words) codes.push(code);
  return codes;
}
