import type pg from "pg";
import { oneOf, placeOf } from "../staff.ts";

/** What the calls of the benchmark name, different in each set. */
export interface KnownStores {
  readonly storeIds: readonly string[];
  readonly storeCode: string;
  readonly regionId: string;
  readonly staffIds: readonly string[];
  readonly staffNo: string;
  readonly projectIds: readonly string[];
  readonly managerUserId: string;
}

const AT_MOST = 100;

export async function knownStores(client: pg.Client): Promise<KnownStores> {
  const idsOf = async (query: string) => {
    const { rows } = await client.query<{ id: string }>(`${query} order by hashtext(id::text) limit ${AT_MOST}`);
    return rows.map(({ id }) => id);
  };
  const store = await oneOf<{ code: string }>(
    client,
    "select store_code as code from store where name like '规模测试%' order by id limit 1",
  );
  const person = await oneOf<{ staffNo: string }>(
    client,
    `select staff_no as "staffNo" from store_staff where staff_no like 'RY5%' order by staff_no limit 1`,
  );
  const project = await oneOf<{ managerUserId: string }>(
    client,
    `select manager_user_id as "managerUserId" from store_project where project_no = 'XM500000'`,
  );
  return {
    storeIds: await idsOf("select id from store where state = 'OPEN' and name like '规模测试%'"),
    storeCode: store.code,
    regionId: (await placeOf(client, "LARGE-R1")).id,
    staffIds: await idsOf("select id from store_staff where state = 'IN_POST' and staff_no like 'RY5%'"),
    projectIds: await idsOf("select id from store_project where state = 'RUNNING' and project_no like 'XM5%'"),
    ...person,
    ...project,
  };
}
