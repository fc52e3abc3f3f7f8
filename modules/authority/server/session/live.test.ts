import assert from "node:assert/strict";
import { test } from "node:test";
import { logout, userInfo } from "../../contract/index.ts";
import { openChannel, testApp } from "../testing.ts";

const app = testApp();

const listen = (token: string) => openChannel(app, token);

test("PF-R29 a replaced page hears of it, and its channel ends", async () => {
  const { user, token } = await app.signIn({ boolAdmin: true });
  const { heard, closed } = await listen(token);
  await app.clientOf(user, []);
  await closed;
  assert.match(heard.text, /"type":"session.revoked","reason":"REPLACED"/);
});

test("PF-R101 no channel outlives its session: signed out, idle or out of date, it ends without a word", async () => {
  const [leaving, idle] = [await app.signIn(), await app.signIn()];
  const [late, staying] = [await app.signIn(), await app.signIn()];
  const gone = await Promise.all([leaving, idle, late].map(({ token }) => listen(token)));
  const { heard } = await listen(staying.token);
  await leaving.call(logout, {});
  await app.rows("update session set idle_expires_at = now() where id = $1", [idle.sessionId]);
  await app.rows("update app_user set valid_until = '2020-01-01' where id = $1", [late.user.id]);
  await app.node.live.endOrphans();
  await Promise.all(gone.map(({ closed }) => closed));
  assert.ok(gone.every(({ heard: { text } }) => !text.includes("session.revoked")));
  assert.equal(heard.over, false);
  assert.equal((await staying.call(userInfo, {})).success, true);
});

test("PF-R101 one session holds twenty channels; a further one ends the oldest", async () => {
  const { token } = await app.signIn();
  const [oldest, ...others] = await Promise.all(Array.from({ length: 20 }, () => listen(token)));
  const open = app.node.live.size;
  const newest = await listen(token);
  await Promise.any([oldest, ...others].map((channel) => channel?.closed));
  assert.equal(app.node.live.size, open);
  assert.equal(newest.heard.over, false);
});

test("PF-R101 after a lost notification connection the pages come back for what they missed", async () => {
  const { user, token } = await app.signIn();
  const { closed } = await listen(token);
  await app.rows(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'console-notify' and datname = current_database()`);
  await closed;
  await app.arrange((tx) => tx.tell({ userId: user.id }, { type: "perm.changed" }));
  assert.match((await listen(token)).heard.text, /^:/);
});
