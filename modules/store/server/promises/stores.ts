import {
  type Kind,
  organizationOf,
  type ProductApp,
  type PromiseGround,
  scopedPlaces,
} from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import { givenStore } from "../testing.ts";

type Organization = ReturnType<typeof organizationOf>;

/** The store of an organisation, which has the same id. */
export async function storeAt(app: ProductApp, organization: Organization): Promise<{ readonly id: string }> {
  const [known] = await app.rows<{ id: string }>("select id from store where id = $1", [organization.id]);
  return known ?? givenStore(app, { organization });
}

/** A store is visible where its organisation is. */
export const stores: Kind = {
  places: scopedPlaces.filter((place) => place !== "nowhere"),
  facts: `select id::text as id, true as exists, null as "ownerId", false as everywhere, array[id] as "organizationIds"
    from store`,
  make: async (ground: PromiseGround, place) =>
    place === "missing" ? newId() : (await storeAt(ground.app, organizationOf(ground, place))).id,
};
