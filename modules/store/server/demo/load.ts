import type { Tx } from "@ops/platform/server";
import { adoptStores } from "../adoption/stores.ts";
import { db } from "../database.ts";
import { loadOperators } from "./accounts.ts";
import { loadCertificates } from "./hire/certificates.ts";
import { loadInterviews } from "./hire/interviews.ts";
import { addApplicants } from "./hire/people.ts";
import { loadStandards } from "./hire/standards.ts";
import { loadTrainees } from "./hire/trainees.ts";
import { loadTraining } from "./hire/training.ts";
import { loadHours } from "./hours.ts";
import { loadMovements } from "./movements.ts";
import { loadEvidence } from "./project/evidence.ts";
import { loadProjects } from "./project/load.ts";
import { loadRounds } from "./project/rounds.ts";
import { loadProjectTemplates } from "./project/template.ts";
import { settleQuotas } from "./quotas.ts";
import { loadStoreRoles } from "./roles.ts";
import { loadRosters } from "./roster.ts";
import { loadSettings } from "./settings.ts";
import { addStores, fillStores, spreadStates, suspendWithPartners } from "./stores.ts";

/** Takes in the stores of the demo brand with their people, and adds what only stores have. Changes nothing twice. */
export async function loadStoreDemo(tx: Tx): Promise<void> {
  if (await db(tx).selectFrom("storePosition").select("id").executeTakeFirst()) return;
  const roles = await loadStoreRoles(tx);
  await loadOperators(tx, roles);
  await loadSettings(tx);
  await adoptStores(tx);
  await fillStores(tx);
  await addStores(tx);
  await spreadStates(tx);
  await suspendWithPartners(tx);
  await loadHours(tx);
  await addApplicants(tx);
  await loadStandards(tx);
  await loadTrainees(tx, roles.get("trainee") ?? "");
  await loadCertificates(tx);
  await loadTraining(tx);
  await loadInterviews(tx);
  await loadRosters(tx);
  await loadMovements(tx);
  await settleQuotas(tx);
  await loadProjectTemplates(tx);
  const projects = await loadProjects(tx);
  await loadEvidence(tx, projects);
  await loadRounds(tx, projects);
}
