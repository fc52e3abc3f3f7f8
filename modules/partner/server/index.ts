import { join } from "node:path";
import { defineModule, handlersOf } from "@ops/platform/server";
import { assessmentClose } from "./assessment/close.ts";
import { assessmentParams } from "./assessment/params.ts";
import * as assessmentService from "./assessment/service.ts";
import { rectifyTodo } from "./assessment/todos.ts";
import * as bankAccountActing from "./bank-account/acting.ts";
import { bankAccountJob } from "./bank-account/confirm.ts";
import { accountParams } from "./bank-account/params.ts";
import * as bankAccountService from "./bank-account/service.ts";
import { accountTodo } from "./bank-account/todos.ts";
import * as blacklistService from "./blacklist/service.ts";
import { cascadePort } from "./cascade/kinds.ts";
import { accounts, flags, programs } from "./cascade/own-kinds.ts";
import * as hooks from "./company/hooks.ts";
import * as contractActing from "./contract/acting.ts";
import { contractFiles } from "./contract/files.ts";
import { contractCalendar, contractReminders } from "./contract/jobs.ts";
import { contractParams } from "./contract/params.ts";
import { contractReview } from "./contract/review.ts";
import * as contractService from "./contract/service.ts";
import * as contractTerms from "./contract/terms.ts";
import { contractTodos } from "./contract/todos.ts";
import { loadPartnerDemo } from "./demo/load.ts";
import { partnerDemoAccounts } from "./demo/staff.ts";
import * as depositService from "./deposit/service.ts";
import { partnerDictionaries } from "./dictionaries.ts";
import { closeJob, resumeCloses } from "./exit/close.ts";
import * as exitService from "./exit/service.ts";
import * as onboardActing from "./onboarding/acting.ts";
import { taskFiles } from "./onboarding/files.ts";
import { onboardSchedules } from "./onboarding/jobs.ts";
import * as onboardService from "./onboarding/service.ts";
import { settleTasks } from "./onboarding/sync.ts";
import { onboardParams } from "./onboarding/template.ts";
import * as partnerActing from "./partner/acting.ts";
import * as partnerBoard from "./partner/board.ts";
import * as partnerChange from "./partner/change.ts";
import { presentPartner } from "./partner/detail.ts";
import * as partnerEdit from "./partner/edit.ts";
import { partnerImportSource } from "./partner/import.ts";
import * as partnerList from "./partner/list.ts";
import { managerRefs } from "./partner/managers.ts";
import { partnerRefs } from "./partner/refs.ts";
import { regionRefs } from "./partner/regions.ts";
import * as partnerRestrict from "./partner/restrict.ts";
import * as partnerService from "./partner/service.ts";
import { partnerTodos } from "./partner/todos.ts";
import { partnerWork } from "./partner/work.ts";
import * as qualificationActing from "./qualification/acting.ts";
import { qualificationFiles } from "./qualification/files.ts";
import { qualificationSchedules } from "./qualification/jobs.ts";
import { qualificationParams } from "./qualification/params.ts";
import * as qualificationService from "./qualification/service.ts";
import * as staffCerts from "./staff/account/certs.ts";
import { expireCerts, freezeInactive, remindOfCerts } from "./staff/account/expire.ts";
import * as staffActing from "./staff/acting.ts";
import * as staffActs from "./staff/acts.ts";
import * as staffEdit from "./staff/edit.ts";
import { staffImportSource } from "./staff/import/import.ts";
import * as staffList from "./staff/list.ts";
import { staffParams } from "./staff/params.ts";
import { staffTodos } from "./staff/todos.ts";
import { handoverJob, resumeHandovers } from "./staff-handover/job.ts";
import * as staffHandoverService from "./staff-handover/service.ts";
import * as statsService from "./stats/service.ts";
import * as suspensionDecide from "./suspension/decide.ts";
import { draftSuspension } from "./suspension/draft.ts";
import { executeJob, watchSuspensions } from "./suspension/execute.ts";
import { suspensionFiles } from "./suspension/files.ts";
import { cascadeDue, laterJob } from "./suspension/later.ts";
import * as suspensionList from "./suspension/list.ts";
import * as suspensionPreview from "./suspension/preview.ts";
import * as suspensionResume from "./suspension/resume.ts";
import { suspensionTodo } from "./suspension/todos.ts";
import { undoJob } from "./suspension/undo.ts";

/** A module that owns a metric of the assessments measures it (PT-R15). */
export { type MeasuredMonth, type MetricSource, registerMetricSource } from "./assessment/metrics.ts";
/** The account for settlements (PT-R16). */
export { findSettlementAccount, type SettlementAccount, settlementAccountId } from "./bank-account/verified.ts";
/** The only list of restricted persons (PT-R9). */
export { addToBlacklist, type RestrictedPerson } from "./blacklist/list-person.ts";
/** Other modules declare what they do with their things when a partner stops, and how they undo it. */
export {
  type CascadeAction,
  type CascadeItem,
  type CascadeKind,
  type CascadeTarget,
  cascadePort,
  type TouchedItem,
} from "./cascade/kinds.ts";
/** The partner that owns an organisation, and what this partner may do. */
export {
  holdPartner,
  holdPartnerAbove,
  liveFlags,
  lookupPartners,
  type PublishedPartner,
  partnerAbove,
  partnersAbove,
} from "./company/published.ts";
/** The terms between the brand and a partner on a day, such as commission, cities and exclusivity (PT-R6). */
export { findEffectiveTerms, type PublishedTerms } from "./contract/published.ts";
/** Thousands of companies with their staff, for benchmarks. */
export { type LargePartners, loadLargePartners } from "./demo/large.ts";
/** The licence under which the stores of a partner trade (PT-R18). */
export { hasLicense } from "./qualification/published.ts";
/** People of partners who work in stores, and a check whether a person is one of them (PT-R9). */
export {
  type AskedIdentity,
  identityCheck,
  type PartnerHeads,
  type PartnerStaff,
  type PartnerStay,
  partnerHeadsAt,
  partnerSeatsOn,
  partnerStaffAt,
  partnerStaffIn,
  partnerStaysIn,
  suspectsAmong,
} from "./staff/published.ts";

hooks.settleTasks.fill(settleTasks);
hooks.draftSuspension.fill(draftSuspension);
hooks.presentPartner.fill(presentPartner);

/** 合作伙伴: companies under contract with their papers, contracts and staff, and what happens when they stop. */
export const partnerModule = defineModule({
  name: "partner",
  migrations: join(import.meta.dirname, "migrations"),
  routes: [
    ...handlersOf(
      partnerList,
      partnerBoard,
      partnerService,
      partnerEdit,
      partnerActing,
      partnerRestrict,
      partnerChange,
    ),
    ...handlersOf(qualificationService, qualificationActing, onboardService, onboardActing),
    ...handlersOf(contractService, contractActing, contractTerms),
    ...handlersOf(bankAccountService, bankAccountActing, depositService, blacklistService),
    ...handlersOf(assessmentService, statsService),
    ...handlersOf(suspensionList, suspensionPreview, suspensionDecide, suspensionResume, exitService),
    ...handlersOf(staffList, staffEdit, staffActing, staffActs, staffCerts),
    ...handlersOf(staffHandoverService),
  ],
  jobs: [bankAccountJob, executeJob, laterJob, undoJob, closeJob, handoverJob],
  timers: [cascadeDue],
  schedules: [
    ...qualificationSchedules,
    ...onboardSchedules,
    contractCalendar,
    contractReminders,
    assessmentClose,
    watchSuspensions,
    expireCerts,
    freezeInactive,
    remindOfCerts,
    resumeHandovers,
    resumeCloses,
  ],
  files: [qualificationFiles, taskFiles, contractFiles, suspensionFiles],
  workInHand: partnerWork,
  gives: [cascadePort.of(flags), cascadePort.of(accounts), cascadePort.of(programs)],
  approvalFlows: [contractReview],
  refs: [partnerRefs, managerRefs, regionRefs],
  todos: [...contractTodos, accountTodo, rectifyTodo, ...partnerTodos, suspensionTodo, ...staffTodos],
  params: [
    ...qualificationParams,
    ...onboardParams,
    ...contractParams,
    ...accountParams,
    ...assessmentParams,
    ...staffParams,
  ],
  imports: [partnerImportSource, staffImportSource],
  numbers: [
    { kind: "partner", prefix: "HB", name: "伙伴编号", runsOn: true },
    { kind: "partnerStaff", prefix: "HBY", name: "伙伴员工工号", runsOn: true, digits: 7 },
  ],
  dictionaries: partnerDictionaries,
  demo: { load: loadPartnerDemo, accounts: partnerDemoAccounts },
});
