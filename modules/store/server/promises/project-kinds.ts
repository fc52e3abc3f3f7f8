import { type Kind, organizationOf, type ProductApp, scopedPlaces } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import { givenNodesOf, givenProject } from "../testing.ts";

const owned = `p.created_by as "ownerId", false as everywhere, array[p.org_id] as "organizationIds"`;

/** Parts of a project are visible where it is. */
function ofProject(
  table: string,
  make: (app: ProductApp, projectId: string) => Promise<string>,
): Kind & { of: typeof make } {
  return {
    of: make,
    places: scopedPlaces,
    facts: `select t.id::text as id, true as exists, ${owned} from ${table} t join store_project p on p.id = t.project_id`,
    make: async (ground, place, caller) => {
      const id = await storeProjects.make(ground, place, caller);
      return place === "missing" ? id : make(ground.app, id);
    },
  };
}

/** Projects are visible in their organisation and for whoever made them. */
export const storeProjects: Kind = {
  places: scopedPlaces,
  facts: `select p.id::text as id, true as exists, ${owned} from store_project p`,
  make: async (ground, place, caller) => {
    if (place === "missing") return newId();
    const isSomewhere = place !== "own" && place !== "nowhere";
    const orgId = isSomewhere ? organizationOf(ground, place).id : newId();
    const { id } = await givenProject(ground.app, { orgId });
    if (place === "own") {
      await ground.app.rows("update store_project set created_by = $2 where id = $1", [id, caller.userId]);
    }
    return id;
  },
};

async function firstNodeOf(app: ProductApp, id: string): Promise<string> {
  return (await givenNodesOf(app, { id }))["BLD"]?.id ?? "";
}

async function inserted(app: ProductApp, statement: string, ...values: unknown[]): Promise<string> {
  const id = newId();
  await app.rows(statement, [id, ...values]);
  return id;
}

const stamp = "id, created_at, created_by, updated_at, updated_by";
const stamped = "$1::uuid, now(), $1, now(), $1";

export const projectNodes = ofProject("project_node", firstNodeOf);

export const projectEvidences = ofProject("project_evidence", async (app, projectId) =>
  inserted(
    app,
    `insert into project_evidence (${stamp}, project_id, node_id, file_id, file_name, category, sha256)
     values (${stamped}, $2, $3, $1::uuid, 'a.pdf', 'PHOTO', $1)`,
    projectId,
    await firstNodeOf(app, projectId),
  ),
);

export const projectVerifications = ofProject("project_verification", (app, projectId) =>
  inserted(
    app,
    `insert into project_verification (${stamp}, project_id, kind, round_no, verifier_ids)
     values (${stamped}, $2, 'OPENING', 1, array[$1::uuid])`,
    projectId,
  ),
);

export const projectRectifications = ofProject("project_rectification", async (app, projectId) =>
  inserted(
    app,
    `insert into project_rectification (${stamp}, project_id, verification_id, item_code, requirement, owner_user_id, deadline,
       before_file_ids)
     values (${stamped}, $2, $3, 'O2', '地面未清洁', $1::uuid, '2026-12-31', '{}')`,
    projectId,
    await projectVerifications.of(app, projectId),
  ),
);
