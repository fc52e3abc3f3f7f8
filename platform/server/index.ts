export { type Actor, type DataScope, everything, nobody, nothing, systemActor } from "./actor.ts";
export type { Belongings } from "./announcement/mine.ts";
export { insertPastAnnouncements, type PastAnnouncement } from "./announcement/past.ts";
export { latestChains } from "./approval/chain.ts";
export { decideApproval, requireLevelCode } from "./approval/decide.ts";
export { type ApprovalFlow, type ApprovalLevel, approvalFlow, decidedBy, recordsIn } from "./approval/flow.ts";
export { keepApproval, type NewApproval, startApproval, withdrawApproval } from "./approval/request.ts";
export type { HolderAt, LevelPlace, Staffing } from "./approval/staffing.ts";
export { insertPastAudits, jobAudit, type PastAudit } from "./audit/past.ts";
export { insertPastActs, type PastAct } from "./audit/past-acts.ts";
export { readersAmong, requireReadable } from "./audit/readable.ts";
export { type AuditEntry, type AuditFilter, searchAudit, wholeAudit } from "./audit/search.ts";
export { withSeenParts } from "./audit/seen-parts.ts";
export { AuditTrail } from "./audit/trail.ts";
export { makeAuditMonths } from "./audit/write.ts";
export { decideBatch } from "./batch/decide-batch.ts";
export { type BatchSource, batchOf, type Facts, type Seen } from "./batch/source.ts";
export { type Kept, kept } from "./cache/kept.ts";
export { type Clock, systemClock } from "./clock.ts";
export { findAddressed, type RecordKind, reachesRecord, recordKinds } from "./db/connection/addressed.ts";
export { copyRows } from "./db/connection/copy-rows.ts";
export { runShaped } from "./db/connection/statement.ts";
export { type Database, type DatabaseAddress, errorCode, openDatabase } from "./db/database.ts";
export { startEmbeddedPostgres } from "./db/embedded/embedded.ts";
export { type Condition, contains, escapeLike, is, oneOf, within } from "./db/list/condition.ts";
export { countBy } from "./db/list/count-by.ts";
export { countedPage } from "./db/list/counted-page.ts";
export { filtersOf, list } from "./db/list/list.ts";
export { countRecords, listPage } from "./db/list/list-page.ts";
export { RECENT_ROWS, recentFirst } from "./db/list/recent-first.ts";
export { type WholeList, wholeList, wholeQuery } from "./db/list/whole-list.ts";
export { migrate } from "./db/migrate.ts";
export { makeMonths } from "./db/months.ts";
export { acting, isOwn, SavedRow } from "./db/record/acting.ts";
export { analyzeTables } from "./db/record/analyze-tables.ts";
export { mayAskFor, requireAskable } from "./db/record/askable.ts";
export { type Changed, changeRecords } from "./db/record/change-records.ts";
export { inScope } from "./db/record/data-scope.ts";
export { connectOwner, fillBare, fillMonths, type LargeClient, largeId } from "./db/record/fill-large.ts";
export { get } from "./db/record/get.ts";
export { insertMany, insertMissing } from "./db/record/insert-many.ts";
export { onlyOf } from "./db/record/only.ts";
export { OutOfScope } from "./db/record/out-of-scope.ts";
export { type Present, presentEach, presentOne } from "./db/record/present.ts";
export { presenterOf } from "./db/record/presenter.ts";
export {
  asStored,
  changeRecord,
  findRecord,
  insertRecord,
  insertRecords,
  lockRecord,
  type NewRowOf,
  removeRecord,
  requireRecord,
  requireSeen,
} from "./db/record/record.ts";
export { databaseOf, type JsonColumns, type NamedColumns, type RecordRow, type Table } from "./db/record/table.ts";
export { isConflict } from "./db/row-refusal.ts";
export { tryInside } from "./db/try-rows.ts";
export type { Audience, Tx } from "./db/tx.ts";
export { dictValues } from "./dict/codes.ts";
export { entriesByCodes } from "./dict/service.ts";
export type { ImportRow } from "./excel/import/check-rows.ts";
export {
  type HandedBack,
  type ImportCall,
  type ImportSource,
  SKIPPED,
  type Verdict,
  type Verdicts,
  Warned,
} from "./excel/import/import-source.ts";
export { catchRefusal, verdictsOf } from "./excel/import/verdicts-of.ts";
export { exportsList } from "./excel/source.ts";
export { type DayFigure, type FigureLine, readFigure, rebuildFigure } from "./figures/day-figure.ts";
export { countStages, type StageCount, type StageCounter, stageCounter } from "./figures/stage-counter.ts";
export { type DemoPicture, loadDemoPictures } from "./file/image/demo-pictures.ts";
export type { ImageFacts } from "./file/image/exif.ts";
export { keepFile, type NewFile } from "./file/keep.ts";
export { type FileKind, recordFiles } from "./file/kind.ts";
export { type S3Settings, s3FileStore } from "./file/s3-store.ts";
export { bindFile, findFiles, imageFacts, openFile, readFile, releaseFile } from "./file/service.ts";
export { Spool } from "./file/spool.ts";
export type { FileStore } from "./file/store.ts";
export { holidaysOf } from "./holiday/calendar.ts";
export { homeOf } from "./home.ts";
export { hook } from "./hook.ts";
export { type Authenticate, type Authenticated, SessionRefused } from "./http/authenticate.ts";
export { watchBacklog } from "./http/backlog.ts";
export { fieldRightsOf } from "./http/check/field-rights.ts";
export { checkInnerValues } from "./http/check/inner-values.ts";
export { isLocalCaller } from "./http/check/local-caller.ts";
export {
  type SignedAdmission,
  type SignedCall,
  type SignedCaller,
  SignedRefused,
  signedText,
} from "./http/check/signed.ts";
export { renderApiDocs } from "./http/docs/docs-page.ts";
export { describeApi, openApiOf } from "./http/docs/openapi.ts";
export { factsOf, tokenOf } from "./http/facts.ts";
export { serveFiles } from "./http/files.ts";
export { handlersOf } from "./http/handlers-of.ts";
export {
  type HookAnswer,
  type HookCall,
  type HookEndpoint,
  type HookMost,
  type HookWork,
  hooks,
} from "./http/hooks.ts";
export { createMetrics, type HttpMetrics } from "./http/request-done.ts";
export {
  downloads,
  inSteps,
  type Route,
  reads,
  type Steps,
  streams,
  type UploadedFile,
  uploads,
  writes,
} from "./http/route.ts";
export { createHttpServer, type HttpOptions } from "./http/server.ts";
export { eachInStep } from "./jobs/each-step.ts";
export { type JobRun, type JobType, job, type Schedule, schedule } from "./jobs/job.ts";
export { amapService, type MapSettings } from "./lbs/amap.ts";
export type { KnownPlaces } from "./lbs/map-service.ts";
export {
  cityCentres,
  divisionsOf,
  findCities,
  nearestCity,
  regionsOf,
  requireDivision,
  requireRegion,
} from "./lbs/resolve.ts";
export { countInWindow, TooMany } from "./limits.ts";
export { createLog, type Logger } from "./log.ts";
export {
  type AnsweredCall,
  type CallWatch,
  type DemoAccount,
  defineModule,
  type Listener,
  type Module,
  type NodeAccess,
  on,
  onMany,
} from "./module.ts";
export type { Behalf, PlatformNode } from "./node.ts";
export type { CarriedNotice, NoticeCarrier } from "./notice/carrier.ts";
export { type NewNotice, notify } from "./notice/notify.ts";
export { leaveOutside } from "./outside/leave.ts";
export { outsidePlacesIn } from "./outside/places.ts";
export {
  type FailedCall,
  type Outgoing,
  type OutsidePlace,
  type OutwardPort,
  outward,
  type Queried,
  type Sent,
} from "./outside/port.ts";
export { overWire, readStatus } from "./outside/wire.ts";
export { choiceParam, numberParam, type ParamDeclaration, paramsIn, textParam } from "./params/declare.ts";
export { setFirstParam } from "./params/service.ts";
export { platformModule } from "./platform-module.ts";
export { type Gift, type Port, port } from "./port.ts";
export { refAmong } from "./refs/ref-among.ts";
export { refTo } from "./refs/ref-to.ts";
export { type RefSource, refNames } from "./refs/source.ts";
export { type CookieOptions, type RequestFacts, systemRequest } from "./request.ts";
export { routesOf } from "./routes-of.ts";
export { findDefaultFilters } from "./saved-filter/default-filters.ts";
export { hmac, newId, newToken, sameText, seal, sha256, unseal } from "./secret/crypto.ts";
export { givenSecret, sharedSecret } from "./secret/secrets.ts";
export type { PersonalKind, SealedColumns, Vault } from "./secret/vault.ts";
export { type Config, ConfigError, readConfig, warningsOf } from "./start/config.ts";
export { announceRelease, releaseIn } from "./start/release.ts";
export { demoId, pastStamp, type Seeded, seeded } from "./start/seeded.ts";
/** Tells who counts as the same person where a rule requires two. */
export { isSelf, requirePerson, selvesOf } from "./start/self.ts";
export { Stages } from "./start/stages.ts";
export { migrationFolders, startNode } from "./start/start.ts";
export { insertPastTasks, type PastSheet, type PastTask } from "./task/past.ts";
export type { ActorOf } from "./task/work.ts";
export { type TimerType, timer } from "./timer/timer.ts";
export type { TodoSource } from "./todo/todo.ts";
export { refuseGuesser, seesAllInClear } from "./unmask/tries.ts";
export { checkNewcomer, countRefusal, findByWhole, type WholeField, wholePhoneField } from "./unmask/whole-value.ts";
export { type Usage, usagesOf } from "./usage.ts";
export {
  type Holder,
  handOverAll,
  handOverOnce,
  handOverSome,
  mayBecomeAble,
  type WorkInHand,
} from "./work-in-hand.ts";
