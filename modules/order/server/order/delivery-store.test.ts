import assert from "node:assert/strict";
import { test } from "node:test";
import { searchRefs } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import * as contract from "../../contract/index.ts";
import { givenChoice, newCustomer, testApp } from "../testing.ts";

const app = testApp();
const CODES = ["create", "edit", "view"].map((act) => `order:order:${act}`);
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

test("order 7 whoever sells in one store names any open store as the place of delivery, and sees its name alone", async () => {
  const [own, other, closed] = [
    await givenStore(app),
    await givenStore(app, { name: "外地交付中心" }),
    await givenStore(app, { name: "外地旧中心", state: "CLOSED" }),
  ];
  const seller = await app.signIn({ permissions: CODES, scope: "ORG", organization: own });
  const find = async (kind: string, keyword: string) => {
    const query = { by: "order:order:create", keyword };
    return (await seller.call(searchRefs, { params: { kind }, query })).data;
  };
  assert.deepEqual(await find("anyStore", "外地"), [{ id: other.id, name: "外地交付中心", no: null, note: null }]);
  assert.deepEqual(await find("openStore", "外地"), [], "the store that sells is still one in scope");
  const body = { customer: newCustomer(), storeId: own.id, ...(await givenChoice(app)) };
  const { data } = await seller.call(contract.createOrder, { body: { ...body, deliveryStoreId: other.id } });
  assert.deepEqual([data.deliveryStoreId, data.deliveryStoreName], [other.id, "外地交付中心"]);
  const { id, version, seriesId } = data;
  const edit = (deliveryStoreId: string) =>
    seller.call(contract.editOrder, { params: { id }, body: { seriesId, deliveryStoreId, version } });
  assert.deepEqual(refusal(await edit(closed.id)), ["STORE_CLOSED", "门店已闭店"]);
  assert.equal((await edit(newId())).msgCode, "COMMON_NOT_FOUND");
  const third = await givenStore(app, { name: "第三交付中心" });
  assert.equal((await edit(third.id)).data.deliveryStoreName, "第三交付中心");
  const sold = await seller.call(contract.createOrder, { body: { ...body, storeId: other.id } });
  assert.equal(sold.msgCode, "COMMON_NOT_FOUND", "nobody sells in the name of another store");
});
