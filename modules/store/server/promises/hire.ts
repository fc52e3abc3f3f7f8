import {
  example,
  type Kind,
  organizationOf,
  type ProductApp,
  scopedPlaces,
  unscoped,
} from "@ops/authority/server/testing";
import { dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as store from "../../contract/index.ts";
import {
  givenCert,
  givenCertRequired,
  givenInterview,
  givenQuota,
  givenStandard,
  givenStore,
  givenStorePositions,
  givenStoreStaff,
  inHours,
} from "../testing.ts";
import { storeAt } from "./stores.ts";

/** Records of a person are visible in the store, and for whoever made them. */
function ofStaff(table: string, make: (app: ProductApp, storeId: string) => Promise<string>): Kind {
  return {
    places: scopedPlaces,
    facts: `select id::text as id, true as exists, created_by as "ownerId", false as everywhere,
      array[store_id] as "organizationIds" from ${table}`,
    make: async (ground, place, { userId }) => {
      if (place === "missing") return newId();
      const isSomewhere = place !== "own" && place !== "nowhere";
      const at = isSomewhere ? await storeAt(ground.app, organizationOf(ground, place)) : await givenStore(ground.app);
      const id = await make(ground.app, at.id);
      if (place === "own") await ground.app.rows(`update ${table} set created_by = $2 where id = $1`, [id, userId]);
      return id;
    },
  };
}

export const interviews = ofStaff("interview", async (app, storeId) => {
  const staff = await givenStoreStaff(app, { storeId, state: "INTERVIEWING" });
  return (await givenInterview(app, { staff })).id;
});
export const certifications = ofStaff("certification", async (app, storeId) => {
  const staff = await givenStoreStaff(app, { storeId, state: "CANDIDATE" });
  return (await givenCert(app, { staff })).id;
});
export const trainings = ofStaff("training_record", async (app, storeId) => {
  const { id: staffId } = await givenStoreStaff(app, { storeId, state: "CANDIDATE" });
  const id = newId();
  await app.rows(
    `insert into training_record (id, created_at, created_by, updated_at, updated_by, staff_id, store_id, course_code, course_name,
       trained_on, form, is_passed, source)
     values ($1::uuid, now(), $1, now(), $1, $2, $3, 'A', '课程', '2026-01-05', 'OFFLINE', true, 'MANUAL')`,
    [id, staffId, storeId],
  );
  return id;
});
export const postStandards = unscoped("post_standard", async ({ app }) => (await givenStandard(app)).id);

async function planOf(app: ProductApp) {
  const { user } = await app.signIn();
  const time = { startAt: inHours(app, 48), endAt: inHours(app, 49) };
  return { mode: "PHONE" as const, ...time, interviewerIds: [user.id], chairUserId: user.id };
}

example(store.arrangeInterview, async (app) => {
  const { id } = await givenStoreStaff(app, { state: "CANDIDATE" });
  return { input: { params: { id }, body: { ...(await planOf(app)), roundNo: 1 } } };
});
example(store.editInterview, async (app) => {
  const staff = await givenStoreStaff(app, { state: "INTERVIEWING" });
  const { id, version } = await givenInterview(app, { staff });
  return { input: { params: { id }, body: { ...(await planOf(app)), version } } };
});
example(store.cancelInterview, async (app) => {
  const staff = await givenStoreStaff(app, { state: "INTERVIEWING" });
  const { id, version } = await givenInterview(app, { staff });
  return { input: { params: { id }, body: { reason: "改期", version } } };
});

/** Somebody who chairs an interview that has begun. */
async function givenChair(app: ProductApp, permission: string) {
  const client = await app.signIn({ permissions: [permission] });
  const staff = await givenStoreStaff(app, { state: "INTERVIEWING" });
  const { id, version } = await givenInterview(app, { staff, state: "TO_RATE", chairUserId: client.user.id });
  return { params: { id }, version, chairId: client.user.id, credentials: { authorization: client.token } };
}
example(store.rateInterview, async (app) => {
  const { params, version, credentials } = await givenChair(app, store.rateInterview.permission);
  const rating = {
    items: [{ dimension: "综合评价", score: 4 }],
    verdict: "HOLD" as const,
    comment: "表达清晰，熟悉产品，建议录用",
  };
  return { input: { params, body: { ...rating, version } }, credentials };
});
example(store.decideInterview, async (app) => {
  const { params, version, chairId, credentials } = await givenChair(app, store.decideInterview.permission);
  await app.rows(
    `insert into interview_feedback (id, created_at, created_by, updated_at, updated_by, interview_id, user_id, items, verdict, comment)
     values ($1::uuid, now(), $1, now(), $1, $2, $3, '[{"dimension": "综合评价", "score": 3, "note": ""}]', 'HOLD', '还要再看一看他的表现')`,
    [newId(), params.id, chairId],
  );
  return { input: { params, body: { verdict: "PASS" as const, note: "可以培养", version } }, credentials };
});
example(store.offerStaff, async (app) => {
  const { id: storeId } = await givenStore(app);
  await givenQuota(app, storeId, 5);
  const staff = await givenStoreStaff(app, { storeId, state: "INTERVIEWING" });
  await givenInterview(app, { staff, state: "PASSED" });
  return { input: { params: { id: staff.id }, body: { entryDate: dayOf(app.now()), version: staff.version } } };
});

const item = {
  side: "UP",
  name: "考试",
  kind: "EXAM",
  isRequired: true,
  weight: 100,
  retryLimit: 1,
  evidenceMin: 0,
} as const;
const content = { passScore: 80, validMonths: 12, items: [item] };

example(store.createPostStandard, async (app) => {
  await givenStorePositions(app);
  await app.rows("update post_standard set state = 'RETIRED' where position_code = 'storeManager' and state = 'DRAFT'");
  return { input: { body: { positionCode: "storeManager", ...content } } };
});
example(store.editPostStandard, async (app) => {
  const { id, version } = await givenStandard(app, { positionCode: "storeManager", state: "DRAFT" });
  return { input: { params: { id }, body: { ...content, version } } };
});
example(store.publishPostStandard, async (app) => {
  const { id, version } = await givenStandard(app, { positionCode: "storeManager", state: "DRAFT" });
  return { input: { params: { id }, body: { version } } };
});

/** A certificate of somebody in training, with enough results. */
async function givenTried(app: ProductApp, state: "DOING" | "REVIEW" | "CERTIFIED" | "CHALLENGED") {
  await givenCertRequired(app);
  const staff = await givenStoreStaff(app, { state: state === "DOING" || state === "REVIEW" ? "TRAINING" : "IN_POST" });
  const isHeld = state === "CERTIFIED" || state === "CHALLENGED";
  const { id, version, standardId } = await givenCert(app, { staff });
  const items = await app.rows<{ id: string; side: string }>(
    "select id, side from post_standard_item where standard_id = $1 order by sort",
    [standardId],
  );
  const [up, down] = [
    items.find(({ side }) => side === "UP")?.id ?? "",
    items.find(({ side }) => side === "DOWN")?.id ?? "",
  ];
  for (const one of items.filter(({ side }) => side === "UP")) {
    await app.rows(
      `insert into cert_result (id, created_at, created_by, updated_at, updated_by, cert_id, item_id, score, is_passed)
       values ($1::uuid, now(), $1, now(), $1, $2, $3, 95, true)`,
      [newId(), id, one.id],
    );
  }
  await app.rows(
    `update certification set state = $2, certified_on = $3, report_item_id = $4, reported_by = $1 where id = $1`,
    [id, state, isHeld ? "2026-01-05" : null, state === "CHALLENGED" ? down : null],
  );
  return { params: { id }, version, up, down };
}

example(store.saveCertResults, async (app) => {
  const { params, version, up } = await givenTried(app, "DOING");
  return { input: { params, body: { results: [{ itemId: up, score: 95, isPassed: true, note: "复核" }], version } } };
});
example(store.submitCertification, async (app) => {
  const { params, version } = await givenTried(app, "DOING");
  return { input: { params, body: { version } } };
});
example(store.reviewCertification, async (app) => {
  const { params, version } = await givenTried(app, "REVIEW");
  return { input: { params, body: { verdict: "APPROVE" as const, version } } };
});
example(store.reportCertification, async (app) => {
  const { params, version, down } = await givenTried(app, "CERTIFIED");
  const fileId = newId();
  await app.rows(
    `insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256, category,
       biz_type, biz_id, uploader_id, store, status, stored_at)
     values ($1::uuid, now(), $1, now(), $1, 'a.png', 'png', 'image/png', 1, sha256(''), 'IMAGE', 'certification', $2, $1, 'pg',
       'BOUND', now())`,
    [fileId, params.id],
  );
  return { input: { params, body: { itemId: down, note: "私下收款", fileIds: [fileId], version } } };
});
example(store.judgeCertification, async (app) => {
  const { params, version } = await givenTried(app, "CHALLENGED");
  return { input: { params, body: { verdict: "REVOKE" as const, note: "属实", version } } };
});

example(store.createTraining, async (app) => {
  const { id: staffId } = await givenStoreStaff(app);
  const course = {
    courseCode: "A",
    courseName: "课程",
    trainedOn: "2026-01-05",
    form: "ONLINE" as const,
    isPassed: true,
  };
  return { input: { body: { staffId, ...course } } };
});
example(store.saveTrainStandards, async (app) => {
  await givenStorePositions(app);
  const row = { positionCode: "salesAdvisor", minHeads: 1, minCertPct: 50, leadDays: 10 };
  return { input: { body: { storeType: "EXPERIENCE", storeLevel: "S" as const, rows: [row] } } };
});
