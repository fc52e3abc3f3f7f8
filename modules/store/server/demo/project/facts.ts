import type { ProjectRow } from "../../project/tables.ts";

/** A project of the demo, in days from today. */
export interface ProjectFact {
  /** The name of the store; of one that does not exist yet with its city. */
  readonly store: string;
  readonly city?: readonly [organization: string, cityCode: string];
  readonly state: ProjectRow["state"];
  /** Days until the opening of the plan. */
  readonly opensIn: number;
  /** Days that all nodes begin after their plan, and those of the people. */
  readonly lag?: number;
  readonly peopleLag?: number;
  /** Days since it was paused or terminated, and why. */
  readonly stopped?: readonly [daysAgo: number, reason: string];
}

/** Every state and every risk: 成都 is WARN, 江城快修 and 南京 are LATE, 罗湖 is SEVERE for want of people. */
export const projectFacts: readonly ProjectFact[] = [
  { store: "上海虹口体验中心", state: "RUNNING", opensIn: 60 },
  { store: "成都高新体验中心", state: "RUNNING", opensIn: 45, lag: 6 },
  { store: "深圳罗湖用户中心", state: "RUNNING", opensIn: 12, peopleLag: 30 },
  { store: "秦岭行一店", state: "RUNNING", opensIn: 85 },
  { store: "江城快修一店", state: "RUNNING", opensIn: 50, lag: 15 },
  { store: "杭州滨江体验中心", city: ["CITY-HZ", "330100"], state: "RUNNING", opensIn: 118 },
  { store: "南京建邺体验中心", city: ["CITY-NJ", "320100"], state: "RUNNING", opensIn: 100, lag: 12 },
  { store: "沈阳浑南体验中心", city: ["CITY-SY", "210100"], state: "DRAFT", opensIn: 150 },
  { store: "天津南开体验中心", state: "DONE", opensIn: -10 },
  { store: "长沙开福体验中心", state: "DONE", opensIn: -24, lag: 6 },
  {
    store: "厦门思明体验中心",
    city: ["CITY-XM", "350200"],
    state: "PAUSED",
    opensIn: 70,
    stopped: [20, "商场整体改造，交房延期"],
  },
  {
    store: "济南历下体验中心",
    city: ["CITY-JN", "370100"],
    state: "TERMINATED",
    opensIn: 40,
    stopped: [30, "租金条件未谈拢，另选商圈"],
  },
];
