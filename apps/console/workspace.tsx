// Its own file, so that the workspace is one lazy part of the console.
import { Workspace } from "@ops/platform/web";
import { CarOfAddress } from "@ops/vehicle/web";

const overlays = { car: CarOfAddress };

export default function ConsoleWorkspace() {
  return <Workspace overlays={overlays} />;
}
