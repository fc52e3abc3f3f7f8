import { type Promises, promisesOf } from "@ops/authority/server/testing";
import { workspaceModules } from "../../apps/server/workspace-modules.ts";
import { platformKinds } from "./platform-kinds.ts";
import "./examples-files.ts";
import "./examples-notices.ts";
import "./examples-operator.ts";
import "./examples-settings.ts";
import "./examples-tasks.ts";

/** What the platform's own calls are about; modules tell the same in their `server/promises.ts`. */
const ofPlatform = promisesOf({
  kinds: platformKinds,
  paths: {
    "/common/v1/dict/entries/{id}": "dictEntries",
    "/common/v1/announcements/{id}": "announcements",
    "/common/v1/excel/downloads/{id}": "tasks",
  },
  roleOnly: {
    "/common/v1/files/{id}": "needs no code; the record that holds the file decides (file.test.ts)",
    "/common/v1/excel/imports/{kind}": "needs no code of its own; the kind asks for its own (import.test.ts)",
    "/common/v1/excel/imports/{id}": "needs no code and finds the caller's own only (import.test.ts)",
    "/common/v1/jobs/{id}": "work of the machine, of no organisation; its code opens all (jobs.test.ts)",
    "/lbs/v1/regions/{code}": "divisions are public knowledge, the same for everybody",
    "/common/v1/numberRules/{kind}": "numbers are declared in code, the same for everybody",
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
    "GET /common/v1/jobs": "work of the machine, of no organisation; payloads stay out (jobs.test.ts)",
    "GET /lbs/v1/managedRegions": "the same for everybody",
  },
});

async function promisesIn(module: string): Promise<Promises> {
  const { promises }: { promises: Promises } = await import(`../../modules/${module}/server/promises.ts`);
  return promises;
}

export const allPromises: readonly Promises[] = [ofPlatform, ...(await Promise.all(workspaceModules.map(promisesIn)))];
