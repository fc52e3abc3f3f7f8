import { organizationsUnder } from "@ops/authority/server";
import { escapeLike, list, presentOne, reads, requireRecord } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { stagesInOrder } from "../../contract/index.ts";
import { presentDetails, presentProjects } from "./present.ts";
import { isOpen, projects } from "./tables.ts";

export const listProjects = list(contract.listProjects, projects, {
  where: {
    keyword: (text) => {
      const like = `%${escapeLike(text)}%`;
      return sql<boolean>`(store_project.name ilike ${like} or store_project.project_no ilike ${like})`;
    },
    reached: (stage) => sql<boolean>`(store_project.state <> 'TERMINATED'
      and store_project.stage = any(${stagesInOrder.slice(stagesInOrder.indexOf(stage))}::text[]))`,
    isOpen: (wanted) => (wanted ? isOpen : sql<boolean>`not (${isOpen})`),
    storeLevel: (level) => sql<boolean>`store_project.store_id in (select id from store where store_level = ${level})`,
    orgId: (id) => sql<boolean>`store_project.org_id in (${organizationsUnder(id)})`,
  },
  orderBy: ["urgency", "asc"],
  present: presentProjects,
});

export const getProject = reads(contract.getProject, async (tx, { params }) =>
  presentOne(presentDetails)(tx, await requireRecord(tx, projects, params.id)),
);
