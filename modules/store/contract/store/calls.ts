import { OrganizationRef } from "@ops/authority/contract";
import {
  callsOf,
  day,
  endpoint,
  flag,
  idParams,
  keyword,
  oneOf,
  reason,
  recordId,
  ref,
  regionCode,
  ruledResource,
  ruledTogether,
  version,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { StoreRegionRef } from "../refs.ts";
import { storeErrors } from "../site/errors.ts";
import { StoreShape } from "../site/shape.ts";
import { STORE_PAGE } from "../site/words.ts";
import { Store, StoreDetail, storeFrame } from "./shape.ts";

const calls = callsOf(StoreShape, storeFrame);

export const listStores = callsOf(StoreShape, { ...storeFrame, answer: Store, view: "store:store:list" }).list(
  StoreShape.query({
    is: ["storeType", "operateMode", "storeLevel", "state", "partnerId"],
    within: ["openedOn"],
    sort: ["storeCode", "name", "areaSqm", "openedOn", "rentEnd", "updatedAt"],
    more: {
      keyword: keyword("门店名称、门店编码或组织编码", "名称/编码"),
      orgId: ref(OrganizationRef, "所属组织", { message: "编号格式不正确" }).optional(),
      /** A province, a city or a district. */
      regionCode: withMeta(regionCode.optional(), { label: "省市" }),
      isRentEnding: withMeta(flag.optional(), { label: "租约90天内到期" }),
      isIncomplete: withMeta(flag.optional(), { label: "待补充" }),
      isShort: withMeta(flag.optional(), { label: "缺编" }),
    },
  }),
);

/** The cards above the list, within the reader's scope. */
export const countStores = endpoint({
  method: "GET",
  path: "/store/v1/stores/counts",
  title: "门店概况",
  permission: "store:store:list",
  page: STORE_PAGE,
  answer: z.object({
    open: withMeta(z.int(), { label: "营业中" }),
    preparing: withMeta(z.int(), { label: "筹备中" }),
    short: withMeta(z.int(), { label: "缺编门店" }),
    rentEnding: withMeta(z.int(), { label: "90天内租约到期" }),
  }),
});

export const getStore = calls.get();

/** The one rule for roles: who may not edit it changes phone and pictures alone (section 7). */
const FACTS = "store.facts";
ruledResource({
  key: "store",
  name: "门店",
  read: "store:store:view",
  fields: { facts: "门店资料（电话与图片除外）" },
});

const typedRegion = regionCode.meta({ label: "省市区" });
/** The question of a warning was answered with 仍要保存 (ST-R3). */
const isConfirmed = withMeta(z.boolean().optional(), { label: "仍要保存" });

const named = StoreShape.pick("name", "shortName", "storeType");
const placed = StoreShape.optional("storeCode", "serviceCityCodes", "address", "lng", "lat");
const rooms = StoreShape.optional(
  "areaSqm",
  "displaySlots",
  "testDriveSlots",
  "deliveryBays",
  "chargingPiles",
  "parkingSlots",
);
const run = StoreShape.optional(
  "storeLevel",
  "legalEntity",
  "licenseNo",
  "licenseFileId",
  "rentStart",
  "rentEnd",
  "monthlyRentFen",
  "openDatePlan",
  "ext",
);
const open = StoreShape.optional("phone", "imageIds");

const chosenRegion = ref(StoreRegionRef, "大区", { message: "请选择大区", refused: storeErrors.region });

export const createStore = calls.create({
  ...named,
  ...StoreShape.pick("operateMode"),
  ...StoreShape.optional("partnerId"),
  /** The region of a store that the brand runs itself. */
  regionId: chosenRegion.nullable().optional(),
  regionCode: typedRegion,
  ...placed,
  ...rooms,
  ...run,
  ...open,
  isConfirmed,
});

/** What is left out stays as it is. Mode, partner and region change by 变更归属. */
export const editStore = calls.edit({
  ...ruledTogether(FACTS, {
    ...StoreShape.optional("name", "shortName", "storeType"),
    regionCode: typedRegion.optional(),
  }),
  ...ruledTogether(FACTS, placed),
  ...ruledTogether(FACTS, rooms),
  ...ruledTogether(FACTS, run),
  ...open,
  isConfirmed,
});

export const removeStore = calls.remove();

/** 变更归属 (ST-R6): another partner, another region, or the brand itself. */
export const moveStore = endpoint({
  ...calls.on("move", "变更门店归属", {
    reason,
    ...StoreShape.pick("operateMode"),
    partnerId: StoreShape.fields.partnerId.default(null),
    regionId: chosenRegion.nullable().default(null),
  }),
  permission: "store:store:move",
});

/** 店长: the leader of the organisation; null for nobody. */
export const setStoreManager = endpoint({
  method: "PUT",
  path: "/store/v1/stores/{id}/manager",
  audit: "设置店长",
  permission: "store:store:manager",
  page: STORE_PAGE,
  changes: "store",
  params: idParams,
  body: z.object({ userId: recordId.nullable().meta({ label: "店长" }), version }),
  answer: StoreDetail,
});

/** The people in a store by what they are. */
export const storePeopleGroups = {
  IN_POST: "在岗",
  TRAINING: "培训中",
  TO_JOIN: "待入职",
  PARTNER: "合作伙伴",
} as const;

/** People of a store: own ones and those of its partner. Those who left stand in `listStaff`, page by page. */
export const listStoreStaff = endpoint({
  method: "GET",
  path: "/store/v1/stores/{id}/staff",
  title: "门店人员",
  permission: "store:staff:list",
  page: STORE_PAGE,
  params: idParams,
  answer: z.array(
    z.object({
      /** Of the person here, or of the person at the partner. */
      id: z.string(),
      userId: z.string().nullable(),
      group: oneOf(storePeopleGroups).meta({ label: "类别" }),
      name: withMeta(z.string(), { label: "姓名" }),
      staffNo: withMeta(z.string().nullable(), { label: "工号" }),
      positionName: withMeta(z.string().nullable(), { label: "岗位" }),
      phone: withMeta(z.string(), { label: "手机号", masked: true }),
      stateName: withMeta(z.string(), { label: "状态" }),
      entryDate: day.nullable().meta({ label: "入职日期" }),
    }),
  ),
});
