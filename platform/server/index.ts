export { type Actor, type DataScope, everything, nobody, nothing, systemActor } from "./actor.ts";
export type { Belongings } from "./announcement/mine.ts";
export { insertPastAnnouncements, type PastAnnouncement } from "./announcement/past.ts";
export { insertPastAudits, jobAudit, type PastAudit } from "./audit/past.ts";
export { requireReadable } from "./audit/readable.ts";
export { type AuditEntry, type AuditFilter, searchAudit, wholeAudit } from "./audit/search.ts";
export { AuditTrail } from "./audit/trail.ts";
export { makeAuditMonths } from "./audit/write.ts";
export { type Clock, systemClock } from "./clock.ts";
export { type Config, ConfigError, readConfig, warningsOf } from "./config.ts";
export { hmac, newId, newToken, sameText, seal, sha256, unseal } from "./crypto.ts";
export { acting, isOwn } from "./db/acting.ts";
export { findAddressed, type RecordKind, reachesRecord, recordKinds } from "./db/addressed.ts";
export { mayAskFor, requireAskable } from "./db/askable.ts";
export { type Changed, changeRecords } from "./db/change-records.ts";
export { type Condition, contains, escapeLike, is, oneOf, within } from "./db/condition.ts";
export { copyRows } from "./db/copy-rows.ts";
export { countBy } from "./db/count-by.ts";
export { countedPage } from "./db/counted-page.ts";
export { inScope } from "./db/data-scope.ts";
export { type Database, type DatabaseAddress, errorCode, openDatabase } from "./db/database.ts";
export { startEmbeddedPostgres } from "./db/embedded.ts";
export { connectOwner, fillBare, fillMonths, type LargeClient, largeId } from "./db/fill-large.ts";
export { insertMany, insertMissing } from "./db/insert-many.ts";
export { filtersOf, list } from "./db/list.ts";
export { listPage } from "./db/list-page.ts";
export { migrate } from "./db/migrate.ts";
export { makeMonths } from "./db/months.ts";
export { onlyOf } from "./db/only.ts";
export { OutOfScope } from "./db/out-of-scope.ts";
export { type Present, presentOne } from "./db/present.ts";
export { RECENT_ROWS, recentFirst } from "./db/recent-first.ts";
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
} from "./db/record.ts";
export { runShaped } from "./db/statement.ts";
export { databaseOf, type JsonColumns, type NamedColumns, type RecordRow, type Table } from "./db/table.ts";
export type { Audience, Tx } from "./db/tx.ts";
export { type WholeList, wholeList, wholeQuery } from "./db/whole-list.ts";
export { dictValues } from "./dict/codes.ts";
export { entriesByCodes } from "./dict/service.ts";
export type { ImportRow } from "./excel/check-rows.ts";
export {
  type HandedBack,
  type ImportCall,
  type ImportSource,
  SKIPPED,
  type Verdict,
  type Verdicts,
  Warned,
} from "./excel/import-source.ts";
export { exportsList } from "./excel/source.ts";
export { keepFile, type NewFile } from "./file/keep.ts";
export { type FileKind, recordFiles } from "./file/kind.ts";
export { type S3Settings, s3FileStore } from "./file/s3-store.ts";
export { bindFile, openFile, readFile } from "./file/service.ts";
export { Spool } from "./file/spool.ts";
export type { FileStore } from "./file/store.ts";
export { hook } from "./hook.ts";
export { type Authenticate, type Authenticated, SessionRefused } from "./http/authenticate.ts";
export { renderApiDocs } from "./http/docs-page.ts";
export { factsOf, tokenOf } from "./http/facts.ts";
export { fieldRightsOf } from "./http/field-rights.ts";
export { serveFiles } from "./http/files.ts";
export { handlersOf } from "./http/handlers-of.ts";
export { isLocalCaller } from "./http/local-caller.ts";
export { describeApi, openApiOf } from "./http/openapi.ts";
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
export { type SignedAdmission, type SignedCall, type SignedCaller, SignedRefused, signedText } from "./http/signed.ts";
export { type JobRun, type JobType, job, type Schedule, schedule } from "./jobs/job.ts";
export { type Kept, kept } from "./kept.ts";
export { amapService, type MapSettings } from "./lbs/amap.ts";
export type { KnownPlaces } from "./lbs/map-service.ts";
export { findCities, regionsOf, requireRegion } from "./lbs/resolve.ts";
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
export { type NewNotice, notify } from "./notice/notify.ts";
export { choiceParam, numberParam, type ParamDeclaration, textParam } from "./params/declare.ts";
export { platformModule } from "./platform-module.ts";
export { releaseIn } from "./release.ts";
export { type CookieOptions, type RequestFacts, systemRequest } from "./request.ts";
export { routesOf } from "./routes-of.ts";
export { givenSecret, sharedSecret } from "./secrets.ts";
export { demoId, type Seeded, seeded } from "./seeded.ts";
/** Who counts as one and the same person where a rule asks for two. */
export { isSelf, requirePerson, selvesOf } from "./self.ts";
export { migrationFolders, startNode } from "./start.ts";
export { insertPastTasks, type PastSheet, type PastTask } from "./task/past.ts";
export type { ActorOf } from "./task/work.ts";
export type { TodoSource } from "./todo/todo.ts";
export { refuseGuesser, seesAllInClear } from "./unmask/tries.ts";
export { countRefusal, findByWhole, type WholeField, wholePhoneField } from "./unmask/whole-value.ts";
export { type Usage, usagesOf } from "./usage.ts";
export type { PersonalKind, SealedColumns, Vault } from "./vault.ts";
export { type Holder, handOverAll, handOverOnce, handOverSome, type WorkInHand } from "./work-in-hand.ts";
