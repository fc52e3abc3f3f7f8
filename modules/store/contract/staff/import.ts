import { type ImportKind, masks, normalIdNumber, PHONE_FORM, type WholeColumn } from "@ops/platform/contract";
import { OpenStoreRef } from "../refs.ts";
import { STAFF_PAGE } from "../site/words.ts";
import { createStaff } from "./calls.ts";
import { staffErrors } from "./errors.ts";
import { unmaskStaff } from "./shape.ts";
import { chosenSources, employTypes } from "./states.ts";

const wholePhone: WholeColumn = { mask: masks.phone, tables: [unmaskStaff.bizType] };
const wholeIdNo: WholeColumn = { mask: (text) => masks.idCard(normalIdNumber(text)), tables: [unmaskStaff.bizType] };

/** 人员导入 (section 8): new people become 待入职, those with a live record of the phone are updated. */
export const staffImport = {
  key: "store.staffImport",
  name: "门店人员",
  permission: "store:staff:import",
  page: STAFF_PAGE,
  byHand: createStaff,
  version: 1,
  mostRows: 5_000,
  columns: [
    { key: "phone", title: "手机号", required: true, pattern: PHONE_FORM, whole: wholePhone },
    { key: "name", title: "姓名", required: true, pattern: /^.{2,20}$/u, note: "2 至 20 个字" },
    { key: "idNo", title: "身份证号", max: 40, whole: wholeIdNo, note: "不填时在办理入职时补充" },
    {
      key: "storeId",
      title: "门店编码",
      required: true,
      ref: OpenStoreRef,
      refused: staffErrors.staffStoreGone,
      note: "直营门店的编码或名称",
    },
    { key: "positionCode", title: "岗位编码", required: true, max: 30 },
    { key: "employType", title: "用工", words: employTypes, note: "不填为正式" },
    { key: "entryDate", title: "入职日期", required: true, kind: "day" },
    { key: "source", title: "来源", words: chosenSources, note: "不填为导入" },
  ],
} as const satisfies ImportKind;
