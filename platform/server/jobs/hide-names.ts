const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Removes numbers and addresses from a key that could belong to a person. */
export function hideNames(text: string): string {
  const ids = text.match(UUID) ?? [];
  const rest = text.split(UUID).map((part) => part.replace(/[\w.+-]+@[\w.-]+/g, "***").replace(/\d{6,}/g, "***"));
  return rest.map((part, at) => part + (ids[at] ?? "")).join("");
}
