import "./promises/opening.ts";
import "./promises/headcount.ts";
import "./promises/project.ts";
import { promisesOf } from "@ops/authority/server/testing";
import { dutyMembers } from "./promises/duty.ts";
import { certifications, interviews, postStandards, trainings } from "./promises/hire.ts";
import { storeMovements } from "./promises/movement.ts";
import {
  projectEvidences,
  projectNodes,
  projectRectifications,
  projectVerifications,
  storeProjects,
} from "./promises/project-kinds.ts";
import { extColumns } from "./promises/register.ts";
import { storeStaffs } from "./promises/staff.ts";
import { stores } from "./promises/stores.ts";

const ofStore = [{ part: "query", name: "storeId", kind: "stores" }] as const;
const inBody = [{ part: "body", name: "storeId", kind: "stores" }] as const;
const ONE_STORE = "of one store, which has the dimension of records";

/** What the tests over all endpoints cannot guess. */
export const promises = promisesOf({
  kinds: {
    extColumns,
    storeMovements,
    storeStaffs,
    stores,
    dutyMembers,
    interviews,
    postStandards,
    certifications,
    trainings,
    storeProjects,
    projectNodes,
    projectEvidences,
    projectVerifications,
    projectRectifications,
  },
  paths: {
    "/store/v1/movements/{id}": "storeMovements",
    "/store/v1/staff/{id}": "storeStaffs",
    "/store/v1/stores/{id}": "stores",
    "/store/v1/ext-columns/{id}": "extColumns",
    "/store/v1/duty-members/{id}": "dutyMembers",
    "/store/v1/interviews/{id}": "interviews",
    "/store/v1/post-standards/{id}": "postStandards",
    "/store/v1/certifications/{id}": "certifications",
    "/store/v1/projects/{id}": "storeProjects",
    "/store/v1/nodes/{id}": "projectNodes",
    "/store/v1/evidence/{id}": "projectEvidences",
    "/store/v1/verifications/{id}": "projectVerifications",
    "/store/v1/rectifications/{id}": "projectRectifications",
  },
  roleOnly: {
    "/store/v1/positions/{code}": "positions are the same for the whole brand",
    "/store/v1/manager-settings/{userId}": "who manages projects where is the same for the whole brand",
  },
  namedInside: {
    "POST /store/v1/movements": [{ part: "body", name: "staffId", kind: "storeStaffs" }],
    "POST /store/v1/trainings": [{ part: "body", name: "staffId", kind: "storeStaffs" }],
    "GET /store/v1/staff/positions": ofStore,
    "POST /store/v1/staff": inBody,
    "GET /store/v1/headcounts/vacancy": ofStore,
    "POST /store/v1/headcount-templates/apply": [{ part: "body", name: "storeIds", kind: "stores", many: true }],
    "POST /store/v1/stores/hours/copy": [
      { part: "body", name: "fromStoreId", kind: "stores" },
      { part: "body", name: "toStoreIds", kind: "stores", many: true },
    ],
    "GET /store/v1/duty-members": ofStore,
    "GET /store/v1/duty-shifts": ofStore,
    "GET /store/v1/duty-roster": ofStore,
    "PUT /store/v1/duty-shifts": inBody,
    "PUT /store/v1/duty-roster": inBody,
    "POST /store/v1/duty-roster/copy": inBody,
  },
  logs: {
    storeMovement: ["storeMovements", "store:movement:view"],
    storeStaff: ["storeStaffs", "store:staff:view"],
    store: ["stores", "store:store:view"],
    interview: ["interviews", "store:interview:view"],
    postStandard: ["postStandards", "store:postStandard:view"],
    certification: ["certifications", "store:cert:view"],
    storeExtColumn: ["extColumns", "store:store:list"],
    storeProject: ["storeProjects", "store:project:view"],
    projectNode: ["projectNodes", "store:project:view"],
    projectEvidence: ["projectEvidences", "store:project:view"],
    projectVerification: ["projectVerifications", "store:project:view"],
    projectRectification: ["projectRectifications", "store:project:view"],
  },
  listings: {
    "GET /store/v1/stores": { kind: "stores" },
    "GET /store/v1/movements": { kind: "storeMovements" },
    "GET /store/v1/interviews": { kind: "interviews" },
    "GET /store/v1/post-standards": { kind: "postStandards" },
    "GET /store/v1/certifications": { kind: "certifications" },
    "GET /store/v1/trainings": { kind: "trainings" },
    "GET /store/v1/headcounts": { kind: "stores", partly: true },
    "GET /store/v1/staff": { kind: "storeStaffs" },
    "GET /store/v1/staff/options": { kind: "storeStaffs", partly: true },
    "GET /store/v1/staff/stores": { kind: "stores", partly: true },
    "GET /store/v1/projects": { kind: "storeProjects" },
  },
  uncompared: {
    "GET /store/v1/stats": "figures, whose scope has a test of its own (statistics.test.ts)",
    "GET /store/v1/projects/{id}": "one project with its nodes, which has the dimension of records",
    "GET /store/v1/ext-columns": "extended columns are the same for the whole brand",
    "GET /store/v1/stores/{id}/staff": ONE_STORE,
    "GET /store/v1/stores/{id}/readiness": ONE_STORE,
    "GET /store/v1/stores/{id}/closing": ONE_STORE,
    "GET /store/v1/stores/{id}/trainings": ONE_STORE,
    "GET /store/v1/train-standards": "training standards are the same for the whole brand",
    "GET /store/v1/positions": "positions are the same for the whole brand",
    "GET /store/v1/headcount-templates": "templates are the same for the whole brand",
    "GET /store/v1/headcounts/vacancy": ONE_STORE,
    "GET /store/v1/headcounts/history": "quotas are seen with their store (quotas.test.ts)",
    "GET /store/v1/duty-members": ONE_STORE,
    "GET /store/v1/duty-shifts": ONE_STORE,
    "GET /store/v1/staff/positions":
      "positions are the same for the whole brand; seats of one store, which is in scope",
    "GET /store/v1/project-templates": "templates are the same for the whole brand",
    "GET /store/v1/manager-settings": "who manages projects where is the same for the whole brand",
  },
});
