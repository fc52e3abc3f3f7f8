import { example } from "@ops/authority/server/testing";
import * as platform from "@ops/platform/contract";
import { newId } from "@ops/platform/server";

example(platform.editRegion, async (app) => {
  const code = "110101";
  const [row] = await app.rows<{ version: number }>("select version from region where code = $1", [code]);
  const place = { name: "东城区", status: "VALID" as const, replacedBy: null, lng: 116.42, lat: 39.93 };
  return { input: { params: { code }, body: { ...place, version: row?.version ?? 1 } } };
});

example(platform.retryJob, async (app) => {
  const id = newId();
  await app.rows(
    `insert into pgboss.job (id, name, state, retry_count, retry_limit, policy, singleton_key)
     select $1::uuid, name, 'failed', 1, 1, policy, $1::uuid::text from pgboss.queue where name = 'platform.task'`,
    [id],
  );
  return { input: { params: { id } } };
});

example(platform.editNumberRule, async (app) => {
  const [row] = await app.rows<{ version: number }>("select version from number_rule where kind = 'announcement'");
  const body = { prefix: "GG", seqLength: 7, version: row?.version ?? 0 };
  return { input: { params: { kind: "announcement" }, body } };
});

example(platform.geocode, async () => ({ input: { body: { address: "世纪大道100号", regionCode: "310115" } } }));
