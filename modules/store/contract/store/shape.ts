import { PersonRef } from "@ops/authority/contract";
import {
  CityRef,
  createdAt,
  recordId,
  refName,
  refNameList,
  regionCode,
  StoredFile,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { StoreShape } from "../site/shape.ts";
import { STORE_PAGE } from "../site/words.ts";

/** What lists and drawers tell beyond the record: its organisation, its people and what it lacks. */
const around = {
  orgCode: withMeta(z.string(), { label: "组织编码" }),
  regionOrgName: withMeta(z.string().nullable(), { label: "大区" }),
  cityName: refName(CityRef, "cityCode", "城市").nullable(),
  ...StoreShape.names("partnerId"),
  managerId: recordId.nullable(),
  managerName: refName(PersonRef, "managerId", "店长").nullable(),
  quota: withMeta(z.int(), { label: "编制" }),
  occupied: withMeta(z.int(), { label: "在岗" }),
  /** Seats that are free today, over all positions; a position with too many people does not make up for another. */
  vacancy: withMeta(z.int(), { label: "缺编" }),
  /** People of positions that ask for a certificate, and those of them who hold one (section 9). */
  certNeeded: withMeta(z.int(), { label: "须认证" }),
  certified: withMeta(z.int(), { label: "已认证" }),
  /** What has to be completed: the city of an adopted store, or required extended columns (ST-R7). */
  missing: z.array(z.string()).meta({ label: "待补充" }),
  updatedAt,
};

export const Store = StoreShape.answer(around).omit({
  provinceCode: true,
  lng: true,
  lat: true,
  displaySlots: true,
  testDriveSlots: true,
  deliveryBays: true,
  chargingPiles: true,
  parkingSlots: true,
  legalEntity: true,
  licenseNo: true,
  licenseFileId: true,
  rentStart: true,
  monthlyRentFen: true,
  stateBefore: true,
  stateReason: true,
  resumeOn: true,
  suspendSource: true,
  imageIds: true,
});
export type Store = z.output<typeof Store>;

export const StoreDetail = StoreShape.answer({
  ...around,
  /** The division as forms ask for it: the district, or the city if there is none. */
  regionCode: regionCode.nullable().meta({ label: "省市区" }),
  regionName: withMeta(z.string().nullable(), { label: "省市区" }),
  serviceCityNames: refNameList(CityRef, "serviceCityCodes", "服务城市"),
  parentName: withMeta(z.string().nullable(), { label: "上级组织" }),
  /** The legal entity is that of the partner. */
  isPartnersEntity: z.boolean(),
  /** Pictures and licence as the form shows them. */
  files: z.array(StoredFile),
  createdAt,
});
export type StoreDetail = z.output<typeof StoreDetail>;

/** What all calls of stores have in common. */
export const storeFrame = {
  path: "/store/v1/stores",
  page: STORE_PAGE,
  answer: StoreDetail,
  view: "store:store:view",
  edit: "store:store:edit",
  create: "store:store:create",
  remove: "store:store:delete",
} as const;
