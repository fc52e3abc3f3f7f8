import { staffInPost, staffLeft, staffOffPost, staffTransferred } from "@ops/authority/contract";
import { on } from "@ops/platform/server";
import { leavePost, movePost, takePost } from "./members.ts";

/** Members follow posts, of own people and of partners' (ST-R31). */
export const dutyListeners = [
  on(staffInPost, { name: "store.dutyInPost", title: "上岗人员加入排班" }, (tx, post) => takePost(tx, post)),
  on(staffOffPost, { name: "store.dutyOffPost", title: "离岗人员退出排班" }, leavePost),
  on(staffLeft, { name: "store.dutyLeft", title: "离职人员退出排班" }, leavePost),
  on(staffTransferred, { name: "store.dutyTransferred", title: "调动人员变更排班门店" }, movePost),
];
