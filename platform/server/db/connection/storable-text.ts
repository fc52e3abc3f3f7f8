/**
 * Tells whether PostgreSQL can store a text, which must contain neither U+0000 nor half a surrogate pair. All input is
 * checked.
 */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
