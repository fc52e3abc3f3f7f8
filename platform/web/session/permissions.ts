import type { Endpoint } from "@ops/platform/contract";

/** Whether holders of these codes may call the endpoint, or hold the code; `*` stands for all. */
export function mayCall(codes: readonly string[], needs: Endpoint | string): boolean {
  const code = typeof needs === "string" ? needs : needs.permission;
  if (code === "public" || code === "session") return true;
  return codes.includes("*") || codes.includes(code);
}
