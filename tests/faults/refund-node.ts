// A node of the product as a process of its own, which only makes outside calls, so that the test can kill it in the
// middle of a refund.
import { createAuthority } from "@ops/authority/server";
import { testSettings } from "@ops/authority/server/testing";
import { orderModule } from "@ops/order/server";
import { partnerModule } from "@ops/partner/server";
import { createLog, startNode } from "@ops/platform/server";
import { storeModule } from "@ops/store/server";
import { vehicleModule } from "@ops/vehicle/server";

const { module, personName } = createAuthority(testSettings);
const node = await startNode({
  address: JSON.parse(process.env["DATABASE"] ?? ""),
  poolSize: 4,
  modules: [module, vehicleModule, partnerModule, storeModule, orderModule],
  log: createLog("silent"),
  personName,
  background: false,
  outsidePlaces: () => JSON.parse(process.env["PLACE"] ?? "null"),
});
process.stdout.write("running\n");
await node.outside.callAll();
process.stdout.write("done\n");
