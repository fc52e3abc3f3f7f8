import { join } from "node:path";
import { cascadePort } from "@ops/partner/server";
import { PICTURE_FILES, SCAN_FILES } from "@ops/platform/contract";
import { defineModule, handlersOf, recordFiles } from "@ops/platform/server";
import { placePort } from "@ops/vehicle/server";
import { peopleListeners, peopleNightly } from "./adoption/follow.ts";
import { adoptStores } from "./adoption/stores.ts";
import * as certActing from "./certification/acting.ts";
import { certFiles } from "./certification/files.ts";
import { certNightly } from "./certification/nightly.ts";
import { certParams } from "./certification/params.ts";
import { takeUpPost } from "./certification/post.ts";
import { retrain, switchRequirement } from "./certification/requirement.ts";
import * as certReview from "./certification/review.ts";
import * as certService from "./certification/service.ts";
import { certTodo } from "./certification/todos.ts";
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
import { findRoundsAhead } from "./interview/ahead.ts";
import * as interviewArrange from "./interview/arrange.ts";
import { endInterviewsOf, followCandidate } from "./interview/cancel.ts";
import { requireInterviewed } from "./interview/checks.ts";
import * as interviewFeedback from "./interview/feedback.ts";
import * as interviewList from "./interview/list.ts";
import * as interviewOffer from "./interview/offer.ts";
import { interviewTimer } from "./interview/timers.ts";
import { interviewWork } from "./interview/work.ts";
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
import { shortStoresTodo } from "./opening/todos.ts";
import { peopleInHand } from "./opening/work.ts";
import * as positionHooks from "./position/hooks.ts";
import * as positionService from "./position/service.ts";
import { positionUsage } from "./position/usages.ts";
import * as standardActing from "./post-standard/acting.ts";
import * as standardHooks from "./post-standard/hooks.ts";
import * as standardService from "./post-standard/service.ts";
import { standardTable } from "./post-standard/tables.ts";
import * as projectActing from "./project/acting.ts";
import * as projectEdit from "./project/edit.ts";
import * as projectEvidence from "./project/evidence.ts";
import { nodeFiles } from "./project/files.ts";
import { nodeNotices, projectNightly } from "./project/jobs.ts";
import * as projectList from "./project/list.ts";
import * as projectNodeActing from "./project/node-acting.ts";
import * as projectRebaseline from "./project/rebaseline.ts";
import { rebaselineFlow } from "./project/rebaseline-flow.ts";
import * as projectSaveNodes from "./project/save-nodes.ts";
import * as projectStats from "./project/stats.ts";
import { projectTodos } from "./project/todos.ts";
import { projectWork } from "./project/work.ts";
import * as projectTemplateService from "./project-template/service.ts";
import { storeAddresses } from "./site/addresses.ts";
import { storeRefs } from "./site/refs.ts";
import { storeTable } from "./site/tables.ts";
import { partnerUsage } from "./site/usages.ts";
import * as staffActing from "./staff/acting.ts";
import * as staffEdit from "./staff/edit.ts";
import { staffFiles } from "./staff/files.ts";
import * as staffHooks from "./staff/hooks.ts";
import { staffImportSource } from "./staff/import.ts";
import * as staffList from "./staff/list.ts";
import { staffRefs } from "./staff/refs.ts";
import { staffTodos } from "./staff/todos.ts";
import * as statisticsService from "./statistics/service.ts";
import { followOrganizations } from "./store/follow.ts";
import { storeImportSource } from "./store/import.ts";
import * as storeList from "./store/list.ts";
import * as storeMove from "./store/move.ts";
import * as storePeople from "./store/people.ts";
import { storeRegionRefs } from "./store/regions.ts";
import * as storeService from "./store/service.ts";
import { trainingImportSource } from "./training/import.ts";
import * as trainingService from "./training/service.ts";
import * as trainingStandards from "./training/standards.ts";
import { verificationFiles } from "./verification/files.ts";
import { verifyParams } from "./verification/params.ts";
import * as rectificationActing from "./verification/rectify.ts";
import * as verificationService from "./verification/service.ts";

/** Fills the stores of a large set of organisations. */
export { loadLargeStores } from "./demo/large/large.ts";
export type { LargeStores } from "./demo/large/sql.ts";
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

positionHooks.switchCertRequired.fill(switchRequirement);
standardHooks.retrainHolders.fill(retrain);
staffHooks.takeUpPost.fill(takeUpPost);
staffHooks.endInterviews.fill(endInterviewsOf);
staffHooks.requireInterviewed.fill(requireInterviewed);
staffHooks.findRoundsAhead.fill(findRoundsAhead);
staffHooks.followCandidate.fill(followCandidate);

/** 门店. */
export const storeModule = defineModule({
  name: "store",
  migrations: join(import.meta.dirname, "migrations"),
  routes: [
    ...handlersOf(extColumnService, storeList, storeService, storeMove, storePeople),
    ...handlersOf(positionService, headcountList, headcountService, hoursService),
    ...handlersOf(dutyService, dutyRoster),
    ...handlersOf(staffList, staffEdit, staffActing),
    ...handlersOf(interviewList, interviewArrange, interviewFeedback, interviewOffer),
    ...handlersOf(standardService, standardActing, certService, certActing, certReview),
    ...handlersOf(trainingService, trainingStandards),
    ...handlersOf(openingService, openingActing, statisticsService),
    ...handlersOf(movementList, movementRequest, movementActing),
    ...handlersOf(projectTemplateService, projectList, projectStats, projectEdit, projectActing, projectRebaseline),
    ...handlersOf(projectSaveNodes, projectNodeActing, projectEvidence, verificationService, rectificationActing),
  ],
  listeners: [followOrganizations, ...peopleListeners, ...dutyListeners],
  schedules: [peopleNightly, rentReminders, forgetRosters, resumeMovements, certNightly, projectNightly, nodeNotices],
  files: [
    recordFiles(storeTable, {
      write: "store:store:edit",
      add: ["store:store:create"],
      extensions: ["jpg", "png", "webp", "pdf"],
    }),
    staffFiles,
    recordFiles(movements, { write: "store:movement:create", extensions: SCAN_FILES }),
    certFiles,
    recordFiles(standardTable, { write: "store:postStandard:edit", extensions: PICTURE_FILES }),
    nodeFiles,
    ...verificationFiles,
  ],
  todos: [...staffTodos, movementTodo, certTodo, ...projectTodos, shortStoresTodo],
  imports: [storeImportSource, headcountImportSource, dutyImportSource, staffImportSource, trainingImportSource],
  params: [defaultHours, ...certParams, ...verifyParams],
  refs: [...storeRefs, storeRegionRefs, staffRefs],
  numbers: [
    { kind: "storeStaff", prefix: "RY", name: "门店人员工号", runsOn: true, digits: 7 },
    { kind: "storeMovement", prefix: "YD", name: "异动单号" },
    { kind: "storeProject", prefix: "XM", name: "门店项目编号", runsOn: true },
  ],
  dictionaries: storeDictionaries,
  gives: [cascadePort.of(storesTrading), placePort.of(storePlaces)],
  workInHand: [peopleInHand, interviewWork, ...projectWork],
  usages: [partnerUsage, positionUsage],
  timers: [resumeDue, dutyResume, movementEffect, interviewTimer],
  jobs: [effectMovement],
  approvalFlows: [movementReview, rebaselineFlow],
  places: storeAddresses,
  onStart: adoptStores,
  demo: { load: loadStoreDemo, accounts: storeDemoAccounts },
});
