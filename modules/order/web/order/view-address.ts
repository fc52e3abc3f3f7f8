/** The view that the address of the list names, or nothing. */
export const viewIn = (search: string): string => new URLSearchParams(search).get("view") ?? "";

/** The address with this view, or without one. Everything else in it stays. */
export function searchWithView(search: string, view: string): string {
  const next = new URLSearchParams(search);
  if (view) next.set("view", view);
  else next.delete("view");
  const text = next.toString();
  return text && `?${text}`;
}
