import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorityTestApp, givenOrganization, importing } from "@ops/authority/server/testing";
import { declareTestApp } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { partnerImport } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { partnerModule } from "../index.ts";
import { givenPartner, usccOf } from "../testing.ts";

const app = declareTestApp(new AuthorityTestApp([partnerModule], undefined, { background: true }));
const codes = ["view", "edit", "import", "export"].map((act) => `partner:partner:${act}`);
const { check, problems, run } = importing(app, partnerImport);

test("PT-R2 伙伴导入: companies come in as drafts, each problem is told by its line", async () => {
  const client = await app.signIn({ permissions: [...codes, "partner:onboard:handle"] });
  const region = await givenOrganization(app, { type: "REGION", name: "导入大区" });
  const [known, stranger] = [await givenPartner(app), await app.signIn()];
  const line = (n: number, wishes: Record<string, string> = {}) => {
    const values: Record<string, string> = {
      fullName: `导入${n}有限公司`,
      shortName: `导入${n}`,
      uscc: usccOf(700 + n),
      kinds: "代理门店，交付服务",
      region: region.name,
      cities: "杭州，宁波市",
      contactName: "陈联系",
      contactPhone: "13622223333",
      managerPhone: client.user.mobilePhone,
      ...wishes,
    };
    return partnerImport.columns.map(({ key }) => values[key] ?? null);
  };
  assert.deepEqual(
    await problems(client, [
      line(1, { uscc: "91330100MA2000001X" }),
      line(2, { uscc: known.uscc }),
      line(3, { cities: "杭州，没有的城市" }),
      line(4, { region: "别的大区" }),
      line(5, { managerPhone: "13000000000" }),
      line(6, { kinds: "没有的类型" }),
      line(7, { kinds: "代理门店，没有的类型" }),
      line(10, { fullName: known.fullName }),
      line(11, { kinds: "，" }),
      line(12, { cities: "，" }),
      line(13, { managerPhone: stranger.user.mobilePhone }),
      line(14),
      line(15, { fullName: "导入14有限公司" }),
    ]),
    [
      "2 统一社会信用代码校验失败",
      `3 公司已存在（${known.partnerNo}）`,
      "4 城市无法识别",
      "5 请选择您负责范围内的区域",
      "6 请选择渠道经理",
      "7 请选择合作类型",
      "8 请选择合作类型",
      `9 公司全称已存在（${known.partnerNo}）`,
      "10 请选择合作类型",
      "11 城市无法识别",
      "12 请选择渠道经理",
      "14 公司全称重复（第13行）",
    ],
  );
  const { task } = await run(client, [line(8), line(9, { kinds: "代理门店、代理门店", cities: "杭州" })]);
  assert.partialDeepStrictEqual(task, { status: "SUCCESS" });
  const { data } = await client.call(contract.listPartners, { query: { keyword: "导入8有限公司" } });
  assert.partialDeepStrictEqual(data.list, [
    { state: "DRAFT", kinds: ["AGENT", "DELIVERY"], managerId: client.user.id, regionName: "导入大区" },
  ]);
  assert.deepEqual(
    data.list[0]?.cities.map(({ name }) => name),
    ["杭州市", "宁波市"],
  );
  const single = await client.call(contract.listPartners, { query: { keyword: "导入9有限公司" } });
  assert.partialDeepStrictEqual(single.data.list, [{ kinds: ["AGENT"], cities: [{ name: "杭州市" }] }]);
  const again = await run(client, [line(8, { contactName: "新联系" })], ["overwrite"]);
  assert.partialDeepStrictEqual(again.task, { status: "SUCCESS" });
  const { data: partner } = await client.call(contract.getPartner, { params: { id: data.list[0]?.id ?? "" } });
  assert.partialDeepStrictEqual(partner, {
    contactName: "新联系",
    contactPhone: "136****3333",
    fullName: "导入8有限公司",
  });
});

test("PT-R19 a file changes the contact of a company that is there only where the state lets it be changed", async () => {
  const client = await app.signIn({ permissions: codes });
  const own = await givenPartner(app);
  const region = await givenOrganization(app, { type: "REGION", name: "覆盖大区" });
  const line = ({ fullName, shortName, uscc }: PartnerRow, contactName: string) => {
    const values: Record<string, string> = {
      fullName,
      shortName: shortName ?? "",
      uscc: uscc ?? "",
      kinds: "代理门店",
      region: region.name,
      cities: "杭州",
      contactName,
      contactPhone: "13911112222",
      managerPhone: client.user.mobilePhone,
    };
    return partnerImport.columns.map(({ key }) => values[key] ?? null);
  };
  for (const state of ["DRAFT", "REJECTED", "ONBOARDING", "ACTIVE", "SUSPENDED", "EXITING", "REVIEW"] as const) {
    const partner = await givenPartner(app, { state });
    const told = await problems(client, [line(partner, "新联系")], ["overwrite"]);
    assert.deepEqual(told, state === "REVIEW" ? ["2 当前为【待审核】，不能修改联系人"] : [], state);
  }
  const same = await check(client, [line(own, "李联系")], ["overwrite"]);
  assert.deepEqual([same.data.skipped, same.data.valid], [1, 0], "nothing about it is new");
  const phone = line(own, "李联系").map((value) => (value === "13911112222" ? "13911113333" : value));
  const changed = await check(client, [phone], ["overwrite"]);
  assert.deepEqual([changed.data.skipped, changed.data.valid], [0, 1], "another phone is");
  const person = await app.signIn({ permissions: codes, scope: "ORG_TREE", organization: { id: own.orgId ?? "" } });
  assert.deepEqual(await problems(person, [line(own, "新联系")], ["overwrite"]), []);
  await app.rows("update partner set state = 'SUSPENDED' where id = $1", [own.id]);
  assert.deepEqual(await problems(person, [line(own, "新联系")], ["overwrite"]), [
    "2 当前为【已暂停】，不能修改联系人",
  ]);
  const foreign = await givenPartner(app);
  assert.deepEqual(
    await problems(person, [line(foreign, "新联系")], ["overwrite"]),
    [`2 公司已存在（${foreign.partnerNo}）`],
    "out of sight it is only known to be there",
  );
});
