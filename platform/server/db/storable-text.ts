/** PostgreSQL stores neither U+0000 nor half a surrogate pair: whatever comes from outside is asked before it is sent there. */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
