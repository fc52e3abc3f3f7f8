import { example, type ProductApp } from "@ops/authority/server/testing";
import * as platform from "@ops/platform/contract";
import { addDays } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";

const troubledCall = async (app: { rows(text: string, values: readonly unknown[]): Promise<unknown> }) => {
  const id = newId();
  await app.rows(
    `insert into outside_call (id, created_at, created_by, updated_at, updated_by, port, key, state, request_sealed, due_at, last_error)
     values ($1::uuid, now(), $1, now(), $1, 'probe.none', $1::text, 'ASKING', '', now(), '超时')`,
    [id],
  );
  return id;
};
example(platform.retryOutsideCall, async (app) => ({ input: { params: { id: await troubledCall(app) } } }));
example(platform.handleOutsideCall, async (app) => {
  const params = { id: await troubledCall(app) };
  return { input: { params, body: { reason: "已核实" } } };
});

example(platform.editRegion, async (app) => {
  const code = "110101";
  const [row] = await app.rows<{ version: number }>("select version from region where code = $1", [code]);
  const place = { name: "东城区", status: "VALID" as const, replacedBy: null, lng: 116.42, lat: 39.93 };
  return { input: { params: { code }, body: { ...place, version: row?.version ?? 1 } } };
});

/** The number of used days, so that every example gets another day. */
let holidays = 0;
const newHolidayDay = () => addDays("2040-01-01", ++holidays);

async function givenHoliday(app: ProductApp): Promise<string> {
  const id = newId();
  await app.rows(
    `insert into holiday (id, created_at, created_by, updated_at, updated_by, day, kind, name)
     values ($1, now(), $1, now(), $1, $2, 'REST', '厂休')`,
    [id, newHolidayDay()],
  );
  return id;
}

const holiday = { kind: "REST" as const, name: "厂休" };

example(platform.createHoliday, async () => ({ input: { body: { ...holiday, day: newHolidayDay() } } }));

example(platform.editHoliday, async (app) => {
  const id = await givenHoliday(app);
  return { input: { params: { id }, body: { ...holiday, version: 1 } } };
});

example(platform.removeHoliday, async (app) => ({
  input: { params: { id: await givenHoliday(app) }, query: { version: 1 } },
}));

example(platform.retryJob, async (app) => {
  const id = newId();
  await app.rows(
    `insert into pgboss.job (id, name, state, retry_count, retry_limit, policy, singleton_key)
     select $1::uuid, name, 'failed', 1, 1, policy, $1::uuid::text from pgboss.queue where name = 'platform.task'`,
    [id],
  );
  return { input: { params: { id } } };
});

/** Makes a delivery that has failed once. */
async function givenFailing(app: ProductApp): Promise<{ listener: string; eventId: string }> {
  const listener = "authority.tellAuditBroken";
  const [event] = await app.rows<{ id: string }>(
    `with told as (insert into event_outbox (name, key, payload, created_at)
       values ('platform.auditBroken', '1', '{"no": 1, "fault": "样本"}', now()) returning id)
     insert into event_delivery (event_id, listener, key, attempts, next_try_at)
     select id, $1, '1', 1, now() + interval '1 day' from told returning event_id::text as id`,
    [listener],
  );
  return { listener, eventId: event?.id ?? "" };
}

example(platform.retryDelivery, async (app) => ({ input: { params: await givenFailing(app) } }));
example(platform.skipDelivery, async (app) => ({
  input: { params: await givenFailing(app), body: { reason: "数据已核对" } },
}));

/** Makes a timer that has failed once, of a kind that nobody declares. */
async function givenRetired(app: ProductApp): Promise<{ kind: string; key: string }> {
  const key = newId();
  await app.rows(
    `insert into timer (kind, key, due_at, payload, attempts, next_try_at)
     values ('platform.none', $1, now(), '{}', 1, now() + interval '1 day')`,
    [key],
  );
  return { kind: "platform.none", key };
}

example(platform.retryTimer, async (app) => ({ input: { params: await givenRetired(app) } }));
example(platform.skipTimer, async (app) => ({
  input: { params: await givenRetired(app), body: { reason: "已不再使用" } },
}));

example(platform.editNumberRule, async (app) => {
  const [row] = await app.rows<{ version: number }>("select version from number_rule where kind = 'announcement'");
  const body = { prefix: "GG", seqLength: 7, version: row?.version ?? 0 };
  return { input: { params: { kind: "announcement" }, body } };
});

example(platform.geocode, async () => ({ input: { body: { address: "世纪大道100号", regionCode: "310115" } } }));
