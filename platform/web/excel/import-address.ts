export const IMPORTS = "/RightCenter/ExcelImport";

/** The import center with a kind chosen. */
export function addressOfImport(key: string): string {
  return `${IMPORTS}?kind=${encodeURIComponent(key)}`;
}
