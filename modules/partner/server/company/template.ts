import { type PartnerKind, partnerKinds } from "../../contract/index.ts";

/** A line of a template: what is required, whether it is mandatory, and how many are needed. */
export interface TemplateLine<Code extends string> {
  readonly code: Code;
  readonly mandatory: boolean;
  readonly count: number | null;
}

export const templateRule = (names: readonly string[]) => `以逗号分隔，可用：${names.join("、")}；可选的在末尾加问号`;

/** Reads a template such as `主合同签署，保证金到账?，关键岗位认证3`: names, each with an optional number and question mark. */
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

/** Merges the templates of a partner with several kinds. A line is mandatory if one of the templates says so. */
export function mergeTemplates<Code extends string>(templates: readonly TemplateLine<Code>[][]): TemplateLine<Code>[] {
  const merged = new Map<Code, TemplateLine<Code>>();
  for (const line of templates.flat()) {
    const had = merged.get(line.code);
    const count = Math.max(had?.count ?? 0, line.count ?? 0) || null;
    merged.set(line.code, { code: line.code, mandatory: line.mandatory || (had?.mandatory ?? false), count });
  }
  return [...merged.values()];
}

/** Lists the kinds of a partner that the product knows. */
export function kindsOf({ kinds }: { readonly kinds: readonly string[] }): PartnerKind[] {
  return keysOf(partnerKinds).filter((kind) => kinds.includes(kind));
}

/** Lists the keys of words, in their order. */
export function keysOf<Code extends string>(words: Readonly<Record<Code, string>>): Code[] {
  const codes: Code[] = [];
  for (const code in words) codes.push(code);
  return codes;
}
