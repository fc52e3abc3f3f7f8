import { type AskedList, inTurn, scenariosOf } from "../asked-lists.ts";
import { DEEP, lastMonth, pageOf } from "../kind.ts";
import type { KnownStores } from "./known.ts";

const stores = "/store/v1/stores";
const staff = "/store/v1/staff";
const movements = "/store/v1/movements";
const interviews = "/store/v1/interviews";
const certificates = "/store/v1/certifications";
const trainings = "/store/v1/trainings";
const projects = "/store/v1/projects";
const quotas = "/store/v1/headcounts/history";

const ofStores: readonly AskedList<KnownStores>[] = [
  { name: "stores, unfiltered", path: () => pageOf(stores) },
  { name: "stores, page 10", path: () => pageOf(stores, { pageNo: DEEP }) },
  { name: "stores by name", path: () => pageOf(stores, { keyword: "城东店1" }) },
  { name: "stores by code", path: ({ storeCode }) => pageOf(stores, { keyword: storeCode }) },
  { name: "stores of a region", path: ({ regionId }) => pageOf(stores, { orgId: regionId }) },
  { name: "stores of a city, open", path: () => pageOf(stores, { regionCode: "310100", state: "OPEN" }) },
  { name: "stores, rent ending", path: () => pageOf(stores, { isRentEnding: "true" }) },
  { name: "stores with a free seat", path: () => pageOf(stores, { isShort: "true" }) },
  { name: "the cards above the stores", path: () => `${stores}/counts` },
  { name: "a store", path: ({ storeIds }, round) => `${stores}/${inTurn(storeIds, round)}` },
  { name: "people of a store", path: ({ storeIds }, round) => `${stores}/${inTurn(storeIds, round)}/staff` },
  { name: "quotas that were set", path: () => pageOf(quotas) },
];

const ofStaff: readonly AskedList<KnownStores>[] = [
  { name: "staff, unfiltered", path: () => pageOf(staff) },
  { name: "staff, page 10", path: () => pageOf(staff, { pageNo: DEEP }) },
  { name: "staff in post", path: () => pageOf(staff, { tab: "IN_POST" }) },
  { name: "staff moving or leaving", path: () => pageOf(staff, { tab: "CHANGING" }) },
  { name: "staff who left in a month", path: () => pageOf(staff, { tab: "LEFT", leaveOn: lastMonth() }) },
  { name: "staff by name", path: () => pageOf(staff, { name: "张敏" }) },
  { name: "staff by number", path: ({ staffNo }) => pageOf(staff, { staffNo }) },
  { name: "staff by phone", path: () => pageOf(staff, { phone: "13700000000" }) },
  { name: "staff of a store", path: ({ storeIds }, round) => pageOf(staff, { storeId: inTurn(storeIds, round) }) },
  { name: "staff of a region", path: ({ regionId }) => pageOf(staff, { orgId: regionId }) },
  { name: "staff of a position, in post", path: () => pageOf(staff, { positionCode: "lgClerk", tab: "IN_POST" }) },
  { name: "staff, certificates expired", path: () => pageOf(staff, { certState: "EXPIRED" }) },
  { name: "staff out of step", path: () => pageOf(staff, { isOutOfStep: "true" }) },
  { name: "staff by day of entry", path: () => pageOf(staff, { sortBy: "entryDate", sortOrder: "desc" }) },
  { name: "staff counted by state", path: () => `${staff}/counts` },
  { name: "staff of a region counted by state", path: ({ regionId }) => `${staff}/counts?orgId=${regionId}` },
];

const ofPeople: readonly AskedList<KnownStores>[] = [
  { name: "movements, unfiltered", path: () => pageOf(movements) },
  { name: "movements, waiting", path: () => pageOf(movements, { state: "WAITING" }) },
  { name: "movements by name", path: () => pageOf(movements, { keyword: "张敏" }) },
  { name: "movements of a region", path: ({ regionId }) => pageOf(movements, { orgId: regionId }) },
  { name: "movements of a month", path: () => pageOf(movements, { effectiveDate: lastMonth() }) },
  { name: "interviews, unfiltered", path: () => pageOf(interviews) },
  { name: "interviews to rate", path: () => pageOf(interviews, { state: "TO_RATE" }) },
  { name: "interviews by name", path: () => pageOf(interviews, { keyword: "张敏" }) },
  { name: "interviews of a region", path: ({ regionId }) => pageOf(interviews, { orgId: regionId }) },
  { name: "own interviews", path: () => pageOf(interviews, { isMine: "true" }) },
  { name: "certificates, unfiltered", path: () => pageOf(certificates) },
  { name: "certificates in work", path: () => pageOf(certificates, { state: "DOING" }) },
  { name: "certificates by name", path: () => pageOf(certificates, { keyword: "张敏" }) },
  { name: "certificates of a region", path: ({ regionId }) => pageOf(certificates, { orgId: regionId }) },
  { name: "trainings, unfiltered", path: () => pageOf(trainings) },
  { name: "trainings of a course", path: () => pageOf(trainings, { courseCode: "LGC7" }) },
  { name: "trainings by name", path: () => pageOf(trainings, { keyword: "张敏" }) },
  {
    name: "trainings of a person",
    path: ({ staffIds }, round) => pageOf(trainings, { staffId: inTurn(staffIds, round) }),
  },
  { name: "trainings of a region", path: ({ regionId }) => pageOf(trainings, { orgId: regionId }) },
  { name: "trainings not passed", path: () => pageOf(trainings, { isPassed: "false" }) },
  {
    name: "trainings of a store's people",
    path: ({ storeIds }, round) => `${stores}/${inTurn(storeIds, round)}/trainings`,
  },
];

const ofProjects: readonly AskedList<KnownStores>[] = [
  { name: "projects, unfiltered", path: () => pageOf(projects) },
  { name: "projects by name", path: () => pageOf(projects, { keyword: "项目12" }) },
  { name: "projects running, severe", path: () => pageOf(projects, { state: "RUNNING", risk: "SEVERE" }) },
  { name: "projects of a manager", path: ({ managerUserId }) => pageOf(projects, { managerUserId }) },
  { name: "projects of a region", path: ({ regionId }) => pageOf(projects, { orgId: regionId }) },
  { name: "a project with its pictures", path: ({ projectIds }, round) => `${projects}/${inTurn(projectIds, round)}` },
  { name: "statistics of the projects", path: () => `${projects}/stats` },
];

const asManager: readonly AskedList<KnownStores>[] = [
  { name: "region manager: stores", path: () => pageOf(stores) },
  { name: "region manager: the cards", path: () => `${stores}/counts` },
  { name: "region manager: staff", path: () => pageOf(staff) },
  { name: "region manager: staff in post", path: () => pageOf(staff, { tab: "IN_POST" }) },
  { name: "region manager: staff counted by state", path: () => `${staff}/counts` },
  { name: "region manager: movements", path: () => pageOf(movements) },
  { name: "region manager: interviews", path: () => pageOf(interviews) },
  { name: "region manager: certificates", path: () => pageOf(certificates) },
  { name: "region manager: trainings", path: () => pageOf(trainings) },
  { name: "region manager: projects", path: () => pageOf(projects) },
];

export const storeLists = scenariosOf({
  asAdministrator: [...ofStores, ...ofStaff, ...ofPeople, ...ofProjects],
  asManager,
});
