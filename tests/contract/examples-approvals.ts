import { example, type ProductApp } from "@ops/authority/server/testing";
import * as platform from "@ops/platform/contract";
import { newId } from "@ops/platform/server";

const today = (app: ProductApp) => platform.dayOf(app.now());

/** Makes two people who may approve the same; one of them delegates this to the other. */
async function givenColleagues(app: ProductApp) {
  const permissions = ["partner:contract:approve"];
  const [giver, taker] = [await app.signIn({ permissions }), await app.signIn({ permissions })];
  return { giver, taker, credentials: { authorization: giver.token } };
}

example(platform.createApprovalDelegation, async (app) => {
  const { taker, credentials } = await givenColleagues(app);
  const body = { takerId: taker.user.id, startsOn: today(app), endsOn: today(app), reason: "休假" };
  return { input: { body }, credentials };
});

example(platform.endApprovalDelegation, async (app) => {
  const { giver, taker, credentials } = await givenColleagues(app);
  const id = newId();
  await app.rows(
    `insert into approval_delegation (id, created_at, created_by, updated_at, updated_by, giver_id, taker_id, starts_on,
       ends_on, reason) values ($1, now(), $2, now(), $2, $2, $3, $4, $4, '休假')`,
    [id, giver.user.id, taker.user.id, today(app)],
  );
  return { input: { params: { id }, body: { version: 1 } }, credentials };
});
