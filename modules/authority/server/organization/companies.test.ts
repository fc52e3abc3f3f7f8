import assert from "node:assert/strict";
import { test } from "node:test";
import { wireTime } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { executePlanned } from "../org-change/planned.ts";
import { type GivenOrganization, givenOrganization, testApp } from "../testing.ts";
import { merging, moving } from "./testing.ts";

const app = testApp();
const { preview, tokenOf, move } = moving();
const merges = merging(app);
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const ok = ["", ""];
const otherCompany = ["ORG_OTHER_COMPANY", "调整后组织归属的合作伙伴或承运商会改变，不能移动或合并"];
const partnerRegion = (name: string) => ["ORG_PARTNER_REGION", `合作伙伴「${name}」须留在所属大区下，不能移到其他大区`];
const region = () => givenOrganization(app, { type: "REGION" });
const unit = (parent: GivenOrganization, type: "DEPT" | "CITY" | "STORE" | "PARTNER" | "CARRIER" = "DEPT") =>
  givenOrganization(app, { type, parent });

test("AU-R41 PT-R19 nothing leaves or joins a company by a move, whichever it is", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const area = await region();
  const why = async (source: GivenOrganization, target: GivenOrganization) =>
    whyNot(await preview(admin, source, target));
  for (const type of ["PARTNER", "CARRIER"] as const) {
    const [one, other] = [await unit(area, type), await unit(area, type)];
    const [store, team, inner] = [await unit(one, "STORE"), await unit(one), await unit(other)];
    const ofBrand = await unit(area, "STORE");
    assert.deepEqual(await why(store, other), otherCompany);
    assert.deepEqual(await why(store, inner), otherCompany);
    assert.deepEqual(await why(store, area), otherCompany);
    assert.deepEqual(await why(ofBrand, one), otherCompany);
    assert.deepEqual(await why(ofBrand, inner), otherCompany);
    assert.deepEqual(await why(one, other), otherCompany);
    assert.deepEqual(await why(store, team), ok, "inside the company");
    const forged = await move(admin, store, other, { impactToken: "x" });
    assert.deepEqual(whyNot(forged), otherCompany);
  }
});

test("AU-R42 PT-R19 nothing leaves or joins a company by a merge", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const area = await region();
  const [one, other] = [await unit(area, "PARTNER"), await unit(area, "PARTNER")];
  const [team, second, foreign, ofBrand] = [await unit(one), await unit(one), await unit(other), await unit(area)];
  const why = async (source: GivenOrganization, target: GivenOrganization) =>
    whyNot(await merges.preview(admin, source, target));
  assert.deepEqual(await why(team, foreign), otherCompany);
  assert.deepEqual(await why(team, other), otherCompany);
  assert.deepEqual(await why(team, ofBrand), otherCompany);
  assert.deepEqual(await why(ofBrand, team), otherCompany);
  assert.deepEqual(await why(ofBrand, one), otherCompany);
  assert.deepEqual(whyNot(await merges.merge(admin, team, foreign, { impactToken: "x" })), otherCompany);
  assert.deepEqual(await why(team, second), ok);
  assert.deepEqual(await why(team, one), ok);
});

test("AU-R41 PT-R19 a partner stays below its region, alone or inside a city; a region takes its partners along", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [home, away] = [await region(), await region()];
  const [city, near, far] = [await unit(home, "CITY"), await unit(home, "CITY"), await unit(away, "CITY")];
  const [alone, inside] = [await unit(home, "PARTNER"), await unit(city, "PARTNER")];
  const department = await givenOrganization(app, { type: "DEPT" });
  const why = async (source: GivenOrganization, target: GivenOrganization) =>
    whyNot(await preview(admin, source, target));
  for (const target of [away, far, department]) {
    assert.deepEqual(await why(alone, target), partnerRegion(alone.name));
    assert.deepEqual(await why(city, target), partnerRegion(inside.name));
  }
  assert.deepEqual(whyNot(await merges.preview(admin, city, far)), partnerRegion(inside.name));
  assert.deepEqual(await why(alone, near), ok);
  assert.deepEqual(await why(city, near), ok);
  assert.deepEqual(whyNot(await merges.preview(admin, city, near)), ok);
  assert.deepEqual(await why(home, department), ok);
  assert.deepEqual(await why(home, away), ok);
  assert.deepEqual(whyNot(await merges.preview(admin, home, away)), ok, "partners follow by the hook of their module");
  assert.deepEqual(await why(near, away), ok, "nothing of a partner in it");
  await app.rows("update organization set deleted_at = now() where id = $1", [inside.id]);
  assert.deepEqual(await why(city, away), ok, "what is deleted has no region any more");
});

test("AU-R41 PT-R19 a planned move fails if a company has come between when its time comes", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const area = await region();
  const [from, to] = [await unit(area), await unit(area)];
  const part = await unit(from);
  const plannedAt = wireTime(new Date(app.now().getTime() + 60_000));
  const { data } = await move(admin, part, to, { impactToken: await tokenOf(admin, part, to), plannedAt });
  assert.equal(data.status, "PLANNED");
  await app.rows("update organization set type = 'PARTNER' where id = $1", [from.id]);
  app.passTime(61);
  await app.arrange((tx) => executePlanned(tx, data.id));
  const { list } = (await admin.call(contract.listOrgChanges, { query: { organizationId: part.id } })).data;
  assert.partialDeepStrictEqual(list, [{ status: "FAILED", failure: otherCompany[1] }]);
});
