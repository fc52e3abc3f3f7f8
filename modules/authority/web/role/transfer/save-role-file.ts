import type { RoleFile } from "@ops/authority/contract";
import { serverNow } from "@ops/platform/web";

/** Hands the file to the browser, readable and named by the day. */
export function saveRoleFile(file: RoleFile): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: "application/json" }));
  link.download = `角色_${serverNow().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
