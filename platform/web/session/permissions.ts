import type { Endpoint } from "@ops/platform/contract";

/**
 * Tells whether people with these codes may call the endpoint, or have the code; `*` means all. Single calls may be
 * excluded although the code is granted (AU-R20).
 */
export function mayCall(codes: readonly string[], needs: Endpoint | string, excluded: readonly string[] = []): boolean {
  const code = typeof needs === "string" ? needs : needs.permission;
  if (code === "public" || code === "session") return true;
  if (typeof needs !== "string" && excluded.includes(`${needs.method} ${needs.path}`)) return false;
  return codes.includes("*") || codes.includes(code);
}
