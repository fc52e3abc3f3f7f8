// A separate file, so that the workspace is one lazy part of the console.
import { Workspace } from "@ops/platform/web";
import { overlays } from "./modules.ts";

export default function ConsoleWorkspace() {
  return <Workspace overlays={overlays} />;
}
