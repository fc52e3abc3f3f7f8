import type { BodyOf, checkImport } from "@ops/platform/contract";

export const IMPORTS = "/RightCenter/ExcelImport";

/** The values besides the file, such as the record to which its rows belong (PF-R133). */
export type Beside = NonNullable<BodyOf<typeof checkImport>["beside"]>;

/** The import center with a kind chosen. */
export function addressOfImport(key: string, beside?: Beside): string {
  const search = new URLSearchParams({ kind: key, ...(beside ? { beside: JSON.stringify(beside) } : {}) });
  return `${IMPORTS}?${search}`;
}

/**
 * Reads the address that `addressOfImport` made. People may have changed it by hand, so the server checks the values.
 */
export function readImportAddress(search: string): { readonly kind: string | null; readonly beside: Beside | null } {
  const asked = new URLSearchParams(search);
  return { kind: asked.get("kind"), beside: parseBeside(asked.get("beside")) };
}

function parseBeside(text: string | null): Beside | null {
  try {
    const beside: unknown = JSON.parse(text ?? "null");
    return typeof beside === "object" && beside !== null ? (beside as Beside) : null;
  } catch {
    return null;
  }
}
