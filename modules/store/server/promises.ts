import { promisesOf } from "@ops/authority/server/testing";
import { storeStaffs } from "./promises/staff.ts";

/** What the tests over all endpoints cannot guess. */
export const promises = promisesOf({
  kinds: { storeStaffs },
  paths: { "/store/v1/staff/{id}": "storeStaffs" },
  logs: { storeStaff: ["storeStaffs", "store:staff:view"] },
  listings: {
    "GET /store/v1/staff": { kind: "storeStaffs" },
    "GET /store/v1/staff/options": { kind: "storeStaffs", partly: true },
  },
  uncompared: {
    "GET /store/v1/staff/positions":
      "positions are the same for the whole brand; seats of one store, which is in scope",
  },
});
