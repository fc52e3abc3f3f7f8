import { type Kind, organizationOf, scopedPlaces } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import { givenCar } from "../testing.ts";

/** Cars are visible at their place and for the person who registered them. */
const cars: Kind = {
  places: scopedPlaces,
  facts: `select id::text as id, true as exists, created_by as "ownerId", false as everywhere,
    array_remove(array_append(hold_org_ids, place_org_id), null) as "organizationIds" from car`,
  make: async (ground, place, caller) => {
    if (place === "missing") return newId();
    const { id } = await givenCar(ground.app);
    const isSomewhere = place !== "own" && place !== "nowhere";
    await ground.app.rows("update car set created_by = $2, place_org_id = $3 where id = $1", [
      id,
      place === "own" ? caller.userId : newId(),
      isSomewhere ? organizationOf(ground, place).id : null,
    ]);
    return id;
  },
};

/** Messages of other systems are the same for everybody who may read them. */
const carIntakes: Kind = {
  places: ["home", "missing"],
  facts: `select id::text as id, true as exists, '{}'::uuid[] as "organizationIds", null as "ownerId", true as everywhere
    from car_intake`,
  make: async ({ app }, place) => {
    const id = newId();
    if (place === "missing") return id;
    await app.rows(
      `insert into car_intake (id, created_at, created_by, updated_at, updated_by, source, event_id, type, vin, payload,
         occurred_at, received_at, state)
       values ($1::uuid, now(), $1, now(), $1, 'MES', $1::text, 'released', 'L0Z7E4A24SA000125', '{}', now(), now(), 'WAITING')`,
      [id],
    );
    return id;
  },
};

export const carKinds = { cars, carIntakes };
