/** What a message says; `{code}` and the like are kept apart from it, so that they can be forgotten. */
export function fillText(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "******");
}

/** The same for those who may not read what is secret in it. */
export function withoutSecrets(text: string): string {
  return fillText(text, {}).replace(/\d{4,}/g, "******"); // those of former releases stand in the text itself
}
