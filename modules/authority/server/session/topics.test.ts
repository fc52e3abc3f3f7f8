import assert from "node:assert/strict";
import { test } from "node:test";
import type { Topic } from "@ops/platform/contract";
import { defineModule, newId } from "@ops/platform/server";
import { bumpRights } from "../rights/bump.ts";
import { givenOrganization, openChannel, testApp, waitForNews } from "../testing.ts";

const code = "authority:user:list";
const cars: Topic = { name: "probe.cars", permission: code };
const lamps: Topic = { name: "probe.lamps", permission: "session" };
const app = testApp(defineModule({ name: "probe", topics: [cars, lamps] }));

const both = `${cars.name},${lamps.name}`;
/** Finds the topic messages in the event stream. */
const newsIn = ({ text }: { text: string }) =>
  [...text.matchAll(/^data: \{"type":"topic.news","news":(.*)\}$/gm)].map(([, news]) => JSON.parse(news ?? ""));
test("PF-R109 the holders of a topic's code hear of it in their data scope, others do not, and nothing but ids", async () => {
  const [region, elsewhere] = [await givenOrganization(app, { type: "REGION" }), await givenOrganization(app)];
  const store = await givenOrganization(app, { parent: region });
  const scoped = (scope: "ALL" | "ORG_TREE" | "SELF", organization: typeof region) =>
    app.signIn({ permissions: [code], scope, organization });
  const people = [
    await scoped("ORG_TREE", region),
    await scoped("ORG_TREE", elsewhere),
    await scoped("ALL", elsewhere),
    await scoped("SELF", store),
    await app.signIn({ organization: store }),
  ];
  const channels = await Promise.all(people.map(({ token }) => openChannel(app, token, both)));
  const deaf = await openChannel(app, people[0]?.token ?? "", lamps.name);
  const [carId, lampId] = [newId(), newId()];
  await app.arrange((tx) => tx.tellTopic({ topic: cars, orgIds: [store.id] }, [carId]));
  // everybody hears this one, so the earlier messages have arrived by then
  await app.arrange((tx) => tx.tellTopic({ topic: lamps }, [lampId]));
  await waitForNews(() => [...channels, deaf].every(({ heard }) => heard.text.includes(lampId)));
  const heard = [...channels, deaf].map(({ heard }) => newsIn(heard));
  const [car, lamp] = [{ [cars.name]: [carId], [lamps.name]: [lampId] }, { [lamps.name]: [lampId] }];
  assert.deepEqual(heard, [[car], [lamp], [car], [car], [lamp], [lamp]]);
});

test("PF-R109 a refused change is told to nobody, many records travel in parts, and very many as all", async () => {
  const { token } = await app.signIn({ boolAdmin: true });
  const { heard } = await openChannel(app, token, both);
  const tell = (ids: readonly string[]) =>
    app.arrange((tx) => tx.tellTopic({ topic: cars, orgIds: Array.from({ length: 200 }, newId) }, ids));
  await assert.rejects(
    app.arrange(async (tx) => {
      await tx.tellTopic({ topic: cars }, ["refused"]);
      throw new Error("refused");
    }),
  );
  const ids = Array.from({ length: 200 }, newId);
  await tell(ids);
  await waitForNews(() => newsIn(heard).length > 0);
  assert.deepEqual(newsIn(heard), [{ [cars.name]: ids }]);
  await tell([...ids, newId()]);
  await waitForNews(() => newsIn(heard).length > 1);
  assert.deepEqual(newsIn(heard)[1], { [cars.name]: "all" });
});

test("PF-R109 a change of rights ends a channel that listens to topics, so that it comes back with what it may hear now", async () => {
  const client = await app.signIn({ permissions: [code] });
  const [listening, plain] = [await openChannel(app, client.token, both), await openChannel(app, client.token)];
  await app.arrange((tx) => tx.tell({ userId: client.user.id }, { type: "notice.read" }));
  await waitForNews(() => listening.heard.text.includes("notice.read"));
  assert.equal(listening.heard.over, false, "other news end nothing");
  await app.arrange((tx) => bumpRights(tx, [client.user.id]));
  await listening.closed;
  assert.match(listening.heard.text, /perm.changed/);
  await waitForNews(() => plain.heard.text.includes("perm.changed"));
  assert.equal(plain.heard.over, false);
});
