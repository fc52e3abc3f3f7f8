import { createRequire } from "node:module";
import { type Promises, promisesOf } from "@ops/authority/server/testing";
import { workspaceModules } from "../../apps/server/workspace-modules.ts";
import { platformKinds } from "./platform-kinds.ts";
import "./examples-approvals.ts";
import "./examples-files.ts";
import "./examples-notices.ts";
import "./examples-operator.ts";
import "./examples-saved-filters.ts";
import "./examples-settings.ts";
import "./examples-tasks.ts";

/** The records that the platform's own calls are about. Modules declare theirs in `server/promises.ts`. */
const ofPlatform = promisesOf({
  kinds: platformKinds,
  paths: {
    "/common/v1/dict/entries/{id}": "dictEntries",
    "/common/v1/announcements/{id}": "announcements",
    "/common/v1/excel/downloads/{id}": "tasks",
  },
  roleOnly: {
    "/common/v1/files/{id}": "needs no code; the record that holds the file decides (file.test.ts)",
    "/common/v1/batches/{id}": "needs the code of the batch and finds the caller's own only (batch/batch.test.ts)",
    "/common/v1/approval-delegations/{id}": "needs no code and finds the two people's own only (absence.test.ts)",
    "/common/v1/saved-filters/{id}":
      "needs no code; seen by its maker and in the organisation that it is shared with (saved-filter.test.ts)",
    "/common/v1/excel/imports/{kind}": "needs no code of its own; the kind asks for its own (import.test.ts)",
    "/common/v1/excel/imports/{id}": "needs no code and finds the caller's own only (import.test.ts)",
    "/common/v1/refs/{kind}": "needs a code that its query names; the owner of the kind keeps the scope (refs.test.ts)",
    "/common/v1/outside-calls/{id}":
      "work of the machine, of no organisation; its code opens all (outside/outside.test.ts)",
    "/common/v1/jobs/{id}": "work of the machine, of no organisation; its code opens all (jobs.test.ts)",
    "/common/v1/jobs/deliveries/{listener}": "as /common/v1/jobs/{id} (events/seen.test.ts)",
    "/common/v1/jobs/timers/{kind}": "as /common/v1/jobs/{id} (events/seen.test.ts)",
    "/common/v1/holidays/{id}": "holidays are public knowledge, the same for everybody",
    "/lbs/v1/regions/{code}": "divisions are public knowledge, the same for everybody",
    "/common/v1/number-rules/{kind}": "numbers are declared in code, the same for everybody",
    "/common/v1/params/{key}": "parameters are declared in code, the same for everybody",
  },
  logs: {
    announcement: ["announcements", "platform:notice:publish"],
  },
  listings: {
    "GET /common/v1/announcements": { kind: "announcements" },
    "GET /common/v1/excel/downloads/all": { kind: "tasks" },
  },
  uncompared: {
    "GET /common/v1/dict/entries": "the entries of one type, the same for everybody",
    "GET /common/v1/dict/types": "the same for everybody",
    "GET /common/v1/params": "the same for everybody",
    "GET /common/v1/outside-calls":
      "work of the machine, of no organisation; what was asked stays sealed (outside/outside.test.ts)",
    "GET /common/v1/jobs": "work of the machine, of no organisation; payloads stay out (jobs.test.ts)",
    "GET /common/v1/jobs/deliveries": "as GET /common/v1/jobs (events/seen.test.ts)",
    "GET /common/v1/jobs/timers": "as GET /common/v1/jobs (events/seen.test.ts)",
    "GET /common/v1/holidays": "the same for everybody",
    "GET /lbs/v1/managed-regions": "the same for everybody",
  },
});

const require = createRequire(import.meta.url);

/** Loaded by require instead of import, because a process of tests cannot load a file that waits. */
function promisesIn(module: string): Promises {
  const { promises }: { promises: Promises } = require(`../../modules/${module}/server/promises.ts`);
  return promises;
}

export const allPromises: readonly Promises[] = [ofPlatform, ...workspaceModules.map(promisesIn)];
