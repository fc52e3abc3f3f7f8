import { holdersOfCode } from "@ops/authority/server";
import { notify, type Tx } from "@ops/platform/server";
import { replayCarIntake } from "../../contract/index.ts";

/** Whoever may replay messages hears that one needs a look; the same matter never twice unread. */
export async function alarm(
  tx: Tx,
  { title, content, intakeId }: { title: string; content: string; intakeId: string },
): Promise<void> {
  await notify(tx, await holdersOfCode(tx, replayCarIntake.permission), {
    category: "WARNING",
    level: "WARN",
    title,
    content,
    route: "/RightCenter/CarConfigMaintain?tab=intakes",
    about: `carIntake:${intakeId}`,
  });
}
