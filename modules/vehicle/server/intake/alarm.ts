import { holdersOfCode } from "@ops/authority/server";
import { notify, type Tx } from "@ops/platform/server";
import { replayCarIntake } from "../../contract/index.ts";

/** Notifies the people who may replay messages. The same matter is not notified again while it is unread. */
export async function alarmReplayers(
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
