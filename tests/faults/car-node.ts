// A node of the product as a process of its own. It takes a car for a lock and stops before the commit, so that the test can
// kill it there.
import { createAuthority } from "@ops/authority/server";
import { testSettings } from "@ops/authority/server/testing";
import { createLog, startNode, systemActor, systemRequest } from "@ops/platform/server";
import { takeForLock, vehicleModule } from "@ops/vehicle/server";

const [carId = "", lockId = ""] = process.argv.slice(2);
const { module, personName } = createAuthority(testSettings);
const node = await startNode({
  address: JSON.parse(process.env["DATABASE"] ?? ""),
  poolSize: 4,
  modules: [module, vehicleModule],
  log: createLog("silent"),
  personName,
  background: false,
});
const behalf = { actor: systemActor, permission: "system", request: systemRequest("1") };
await node.transaction(behalf, null, async (tx) => {
  await takeForLock(tx, { carId, lockId, lockNo: "L1", orgIds: [] });
  process.stdout.write("taken\n");
  await new Promise(() => undefined);
});
