import { join } from "node:path";
import { cascadePort } from "@ops/partner/server";
import { defineModule, handlersOf, recordFiles } from "@ops/platform/server";
import { placePort } from "@ops/vehicle/server";
import { peopleListeners, peopleNightly } from "./adoption/follow.ts";
import { adoptStores } from "./adoption/stores.ts";
import { storeDemoAccounts } from "./demo/accounts.ts";
import { loadStoreDemo } from "./demo/load.ts";
import { storeDictionaries } from "./dictionaries.ts";
import { dutyImportSource } from "./duty/import.ts";
import { dutyListeners } from "./duty/listeners.ts";
import { dutyResume } from "./duty/resume.ts";
import * as dutyRoster from "./duty/roster.ts";
import { forgetRosters } from "./duty/schedules.ts";
import * as dutyService from "./duty/service.ts";
import * as extColumnService from "./ext-column/service.ts";
import { headcountImportSource } from "./headcount/import.ts";
import * as headcountList from "./headcount/list.ts";
import * as headcountService from "./headcount/service.ts";
import { defaultHours } from "./hours/params.ts";
import * as hoursService from "./hours/service.ts";
import * as movementActing from "./movement/acting.ts";
import { movementEffect } from "./movement/effect.ts";
import { effectMovement, resumeMovements } from "./movement/job.ts";
import * as movementList from "./movement/list.ts";
import * as movementRequest from "./movement/request.ts";
import { movementReview } from "./movement/review.ts";
import { movements } from "./movement/tables.ts";
import { movementTodo } from "./movement/todos.ts";
import * as openingActing from "./opening/acting.ts";
import { storesTrading } from "./opening/cascade.ts";
import { storePlaces } from "./opening/place.ts";
import * as openingService from "./opening/service.ts";
import { rentReminders, resumeDue } from "./opening/timers.ts";
import { peopleInHand } from "./opening/work.ts";
import * as positionService from "./position/service.ts";
import { storeAddresses } from "./site/addresses.ts";
import { storeRefs } from "./site/refs.ts";
import { storeTable } from "./site/tables.ts";
import * as staffActing from "./staff/acting.ts";
import * as staffEdit from "./staff/edit.ts";
import { staffFiles } from "./staff/files.ts";
import { staffImportSource } from "./staff/import.ts";
import * as staffList from "./staff/list.ts";
import { staffRefs } from "./staff/refs.ts";
import { staffTodos } from "./staff/todos.ts";
import { followOrganizations } from "./store/follow.ts";
import { storeImportSource } from "./store/import.ts";
import * as storeList from "./store/list.ts";
import * as storeMove from "./store/move.ts";
import * as storePeople from "./store/people.ts";
import { storeRegionRefs } from "./store/regions.ts";
import * as storeService from "./store/service.ts";

/** Who is on duty in a store (ST-R31). */
export { type DutyPerson, onDuty, onDutyCounts } from "./duty/on-duty.ts";
/** The seats of a position in a store on a day (ST-R8). */
export { vacancyAt } from "./headcount/seats.ts";
/** When a store is open (ST-R5). */
export { calendarOf } from "./hours/calendar.ts";
/** Stores as other modules know them: required and locked, looked up, or found by one of their codes. */
export { findStore, lookupStores, type PublishedStore, requireStore } from "./site/published.ts";
/** The stores that serve a city. */
export { storesIn } from "./store/published.ts";

/** 门店. */
export const storeModule = defineModule({
  name: "store",
  migrations: join(import.meta.dirname, "migrations"),
  routes: [
    ...handlersOf(extColumnService, storeList, storeService, storeMove, storePeople),
    ...handlersOf(positionService, headcountList, headcountService, hoursService),
    ...handlersOf(dutyService, dutyRoster),
    ...handlersOf(staffList, staffEdit, staffActing),
    ...handlersOf(openingService, openingActing),
    ...handlersOf(movementList, movementRequest, movementActing),
  ],
  listeners: [followOrganizations, ...peopleListeners, ...dutyListeners],
  schedules: [peopleNightly, rentReminders, forgetRosters, resumeMovements],
  files: [
    recordFiles(storeTable, { write: "store:store:edit", extensions: ["jpg", "png", "webp", "pdf"] }),
    staffFiles,
    recordFiles(movements, { write: "store:movement:create", extensions: ["jpg", "png", "pdf"] }),
  ],
  todos: [...staffTodos, movementTodo],
  imports: [storeImportSource, headcountImportSource, dutyImportSource, staffImportSource],
  params: [defaultHours],
  refs: [...storeRefs, storeRegionRefs, staffRefs],
  numbers: [
    { kind: "storeStaff", prefix: "RY", name: "门店人员工号", runsOn: true, digits: 7 },
    { kind: "storeMovement", prefix: "YD", name: "异动单号" },
  ],
  dictionaries: storeDictionaries,
  gives: [cascadePort.of(storesTrading), placePort.of(storePlaces)],
  workInHand: [peopleInHand],
  timers: [resumeDue, dutyResume, movementEffect],
  jobs: [effectMovement],
  approvalFlows: [movementReview],
  places: storeAddresses,
  onStart: adoptStores,
  demo: { load: loadStoreDemo, accounts: storeDemoAccounts },
});
