import type { Endpoint } from "@ops/platform/contract";

/**
 * Whether holders of these codes may call the endpoint, or hold the code; `*` stands for all. Single calls may be left
 * out although their code is held (AU-R20).
 */
export function mayCall(codes: readonly string[], needs: Endpoint | string, excluded: readonly string[] = []): boolean {
  const code = typeof needs === "string" ? needs : needs.permission;
  if (code === "public" || code === "session") return true;
  if (typeof needs !== "string" && excluded.includes(`${needs.method} ${needs.path}`)) return false;
  return codes.includes("*") || codes.includes(code);
}
