import { type AuthorityTestApp, type GivenOrganization, givenOrganization } from "@ops/authority/server/testing";
import type { BodyInputOf } from "@ops/platform/contract";
import { startSeries } from "@ops/platform/server/testing";
import { createStore } from "../../contract/index.ts";

const codes = ["list", "view", "create", "edit", "delete", "move", "manager", "export", "import"].map(
  (act) => `store:store:${act}`,
);
export const STORE_KEEPER = [...codes, "store:staff:list", "store:extColumn:edit"];

type Body = BodyInputOf<typeof createStore>;
const nextName = startSeries();

/** Signs in somebody who keeps the stores of a region, and says how a store is created there. */
export async function givenKeeper(app: AuthorityTestApp, permissions: readonly string[] = STORE_KEEPER) {
  const region = await givenOrganization(app, { type: "REGION" });
  const client = await app.signIn({ permissions, scope: "ORG_TREE", organization: region });
  const body = (wishes: Partial<Body> = {}): Body => ({
    name: `测试门店${nextName()}`,
    shortName: "测试门店",
    storeType: "EXPERIENCE",
    operateMode: "DIRECT",
    regionId: region.id,
    regionCode: "310109",
    ...wishes,
  });
  const create = (wishes: Partial<Body> = {}) => client.call(createStore, { body: body(wishes) });
  return { region, client, body, create };
}

/** Makes the organisation of a city below a region. */
export async function givenCity(app: AuthorityTestApp, parent: GivenOrganization, regionCode: string) {
  const city = await givenOrganization(app, { type: "CITY", parent });
  await app.rows("update organization set region_code = $2 where id = $1", [city.id, regionCode]);
  return city;
}

interface Look {
  readonly name: string;
  readonly code: string;
  readonly type: string;
  readonly status: string;
  readonly parentId: string;
  readonly refModule: string;
  readonly address: string | null;
  readonly regionCode: string | null;
}

/** The organisation of a store as it is stored. */
export async function organizationOf(app: AuthorityTestApp, id: string): Promise<Look | undefined> {
  const [found] = await app.rows<Look>(
    `select name, code, type, status, parent_id as "parentId", ref_module as "refModule", address, region_code as "regionCode"
     from organization where id = $1 and deleted_at is null`,
    [id],
  );
  return found;
}
