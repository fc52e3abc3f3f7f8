import type { RoleFile } from "@ops/authority/contract";
import { serverNow } from "@ops/platform/web";

/** Saves the file through the browser as readable JSON, with the day in its name. */
export function saveRoleFile(file: RoleFile): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: "application/json" }));
  link.download = `角色_${serverNow().toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
