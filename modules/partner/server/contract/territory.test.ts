import assert from "node:assert/strict";
import { test } from "node:test";
import type { PartnerRow } from "../company/tables.ts";
import { dayIn, givenContract, givenPartner, givenTerms, testApp } from "../testing.ts";
import { refuseTakenTerritory } from "./territory.ts";

const app = testApp();

const alone = (city: string) => ({ ...givenTerms, serviceCities: [city], isExclusive: true });

/** Lets a partner begin in this city and answers the refusal. */
async function beginsIn(city: string, wishes: Partial<PartnerRow> = {}): Promise<string> {
  const partner = await givenPartner(app, { cityCodes: [city], state: "ONBOARDING", ...wishes });
  const refused = app.arrange((tx) => refuseTakenTerritory(tx, partner)).then(() => "");
  return refused.catch((error: Error) => error.message);
}

test("PT-R4 where a partner is exclusive by contract, no other partner of the kind can begin", async () => {
  const city = "330200";
  const first = await givenPartner(app, { cityCodes: [city] });
  const { endOn } = await givenContract(app, first, { terms: alone(city) });
  assert.equal(await beginsIn(city), `宁波市已由${first.shortName}独家合作至${endOn}`);
  assert.equal(await beginsIn(city, { kinds: ["CHARGER"] }), "");
  await app.arrange((tx) => refuseTakenTerritory(tx, first));
});

test("PT-R4 a supplement may grant exclusivity, or end it", async () => {
  const supplement = { kind: "SUPPLEMENT" as const, endOn: dayIn(app, 50) };
  const granted = await givenPartner(app);
  await givenContract(app, granted, { terms: { ...givenTerms, serviceCities: ["330300"] } });
  assert.equal(await beginsIn("330300"), "");
  await givenContract(app, granted, { ...supplement, terms: { isExclusive: true } });
  assert.equal(await beginsIn("330300"), `温州市已由${granted.shortName}独家合作至${supplement.endOn}`);
  const longer = await givenPartner(app);
  const main = await givenContract(app, longer, { terms: { ...givenTerms, serviceCities: ["331100"] } });
  await givenContract(app, longer, { ...supplement, terms: { isExclusive: true }, endOn: dayIn(app, 999) });
  assert.equal(await beginsIn("331100"), `丽水市已由${longer.shortName}独家合作至${main.endOn}`);

  const lifted = await givenPartner(app);
  await givenContract(app, lifted, { terms: alone("330400") });
  assert.notEqual(await beginsIn("330400"), "");
  await givenContract(app, lifted, { ...supplement, terms: { isExclusive: false } });
  assert.equal(await beginsIn("330400"), "");

  const moved = await givenPartner(app);
  await givenContract(app, moved, { terms: alone("330500") });
  await givenContract(app, moved, { ...supplement, terms: { serviceCities: ["330600"] } });
  assert.equal(await beginsIn("330500"), "", "it has left the city");
  assert.notEqual(await beginsIn("330600"), "");
});

test("PT-R4 in the days of grace the terms continue, and so does the exclusive territory", async () => {
  const partner = await givenPartner(app);
  await givenContract(app, partner, { terms: alone("330700"), endOn: dayIn(app, -5) });
  assert.equal(await beginsIn("330700"), `金华市已由${partner.shortName}独家合作至${dayIn(app, 10)}`);
});

test("PT-R19 the cities of a working partner are those of the terms in force; before that headquarters sets them", async () => {
  const citiesOf = async ({ id }: PartnerRow) =>
    (await app.rows<{ cityCodes: string[] }>("select city_codes from partner where id = $1", [id]))[0]?.cityCodes;
  const active = await givenPartner(app, { cityCodes: ["330100"] });
  await givenContract(app, active, { terms: { ...givenTerms, serviceCities: ["330100", "310100"] } });
  assert.deepEqual(await citiesOf(active), ["330100", "310100"]);
  await givenContract(app, active, { kind: "SUPPLEMENT", terms: { accountLimit: 9 } });
  assert.deepEqual(await citiesOf(active), ["330100", "310100"], "it names none");
  await givenContract(app, active, { kind: "SUPPLEMENT", terms: { serviceCities: ["320100"] } });
  assert.deepEqual(await citiesOf(active), ["320100"]);
  const coming = await givenPartner(app, { state: "ONBOARDING", cityCodes: ["330100"] });
  await givenContract(app, coming, { terms: { ...givenTerms, serviceCities: ["310100"] } });
  assert.deepEqual(await citiesOf(coming), ["330100"]);
});
