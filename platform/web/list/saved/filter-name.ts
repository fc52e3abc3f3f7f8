import { createSavedFilter, metaOf, textWidth } from "@ops/platform/contract";

/** What a name keeps of a text: as much as the contract takes, 汉字算2个 (PF-R87). */
export function cutToWidth(text: string, max: number): string {
  let kept = "";
  for (const character of text) {
    if (textWidth(kept + character) > max) break;
    kept += character;
  }
  return kept;
}

/** Limits the input of a name. */
export const nameCount = {
  max: Number(metaOf(createSavedFilter.body.shape.name)["maxWidth"]),
  strategy: textWidth,
  exceedFormatter: (text: string, { max }: { max: number }) => cutToWidth(text, max),
};
