import { peopleAt } from "@ops/authority/server";
import { addDays, dayOf } from "@ops/platform/contract";
import { insertRecord, type Tx } from "@ops/platform/server";
import { projectManagers } from "../../project-template/tables.ts";
import { requireDemoPlace } from "../places.ts";

/** The regions that each project manager looks after. Nobody has 东北, so that a project waits for one. */
const REGIONS = [["EAST", "SOUTH"], ["WEST", "CENTRAL"], ["NORTH"]] as const;
const SINCE_DAYS = 400;

/** Lets people of 渠道发展部 manage projects, except for the one who verifies them. */
export async function loadManagers(tx: Tx, verifierId: string): Promise<void> {
  const { id: departmentId } = await requireDemoPlace(tx, "DEPT-CHANNEL");
  const people = (await peopleAt(tx, [departmentId])).filter(({ id, positionCode, isUsable }) => {
    return positionCode === "channelManager" && isUsable && id !== verifierId;
  });
  for (const [at, codes] of REGIONS.entries()) {
    const { id: userId } = people[at] ?? {};
    if (userId === undefined) throw new Error("the demo has too few channel managers");
    const places = await Promise.all(codes.map((code) => requireDemoPlace(tx, code)));
    const validFrom = addDays(dayOf(tx.now), -SINCE_DAYS);
    await insertRecord(tx, projectManagers, { userId, regionOrgIds: places.map(({ id }) => id), validFrom });
  }
}
