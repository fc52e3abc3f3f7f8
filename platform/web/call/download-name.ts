import { compactTime } from "@ops/platform/contract";

/** `用户列表.xlsx` → `用户列表_20250618102231.xlsx`; null when the header names no file with an extension (PF-R82). */
export function downloadName(exportFileName: string | null, at: Date): string | null {
  const name = decodeName(exportFileName ?? "").replace(/^.*[\\/]/, "");
  const dot = name.lastIndexOf(".");
  if (dot < 1 || dot === name.length - 1) return null;
  return `${name.slice(0, dot)}_${compactTime(at)}${name.slice(dot)}`;
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a gateway may have decoded the header already; a lone % is then part of the name
  }
}
