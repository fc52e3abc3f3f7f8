import "./promises/money-examples.ts";
import "./promises/partner-examples.ts";
import "./promises/staff-examples.ts";
import "./promises/stop-examples.ts";
import { promisesOf } from "@ops/authority/server/testing";
import { partnerKinds } from "./promises/kinds.ts";

export const promises = promisesOf({
  kinds: { ...partnerKinds },
  paths: {
    "/partner/v1/partners/{id}": "partners",
    "/partner/v1/partner-changes/{id}": "partnerChanges",
    "/partner/v1/qualifications/{id}": "partnerQualifications",
    "/partner/v1/onboard-tasks/{id}": "partnerTasks",
    "/partner/v1/contracts/{id}": "partnerContracts",
    "/partner/v1/bank-accounts/{id}": "partnerBankAccounts",
    "/partner/v1/assessments/{id}": "partnerAssessments",
    "/partner/v1/staffs/{id}": "partnerStaffs",
    "/partner/v1/staffs/blacklist/{id}": "partnerBlacklist",
    "/partner/v1/suspensions/{id}": "partnerSuspensions",
  },
  namedInside: {
    "POST /partner/v1/staffs": [{ part: "body", name: "partnerId", kind: "partners" }],
    "POST /partner/v1/contracts": [{ part: "body", name: "partnerId", kind: "partners" }],
  },
  logs: {
    partner: ["partners", "partner:partner:view"],
    partnerQualification: ["partnerQualifications", "partner:partner:view"],
    partnerOnboardTask: ["partnerTasks", "partner:partner:view"],
    partnerChange: ["partnerChanges", "partner:partner:view"],
    partnerContract: ["partnerContracts", "partner:contract:view"],
    partnerStaff: ["partnerStaffs", "partner:staff:view"],
    partnerSuspension: ["partnerSuspensions", "partner:suspension:view"],
    partnerBankAccount: ["partnerBankAccounts", "partner:account:edit"],
  },
  listings: {
    "GET /partner/v1/partners": { kind: "partners" },
    "GET /partner/v1/contracts": { kind: "partnerContracts" },
    "GET /partner/v1/staffs": { kind: "partnerStaffs" },
    "GET /partner/v1/staffs/partners": { kind: "partners", partly: true },
    "GET /partner/v1/staffs/blacklist": { kind: "partnerBlacklist" },
  },
  uncompared: {
    "GET /partner/v1/partners/board": "those that are coming in, by the same list (review.test.ts)",
    "GET /partner/v1/partners/{id}/bank-accounts": "of one partner, which has the dimension of records",
    "GET /partner/v1/partners/{id}/assessments": "of one partner, which has the dimension of records",
    "GET /partner/v1/partners/{id}/changes": "of one partner, which has the dimension of records",
    "GET /partner/v1/partners/{id}/stores": "of one partner, which has the dimension of records",
    "GET /partner/v1/partners/{id}/suspensions": "of one partner, which has the dimension of records",
    "GET /partner/v1/suspensions/{id}/items": "of one suspension, which has the dimension of records",
    "GET /partner/v1/staffs/{id}/logins": "of one person, who has the dimension of records",
  },
});
