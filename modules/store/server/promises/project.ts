import { example, givenOrganization, type ProductApp } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import * as store from "../../contract/index.ts";
import { givenChecks, givenFile, givenNodes, givenNodesOf, givenProject, givenProjectTemplate } from "../testing.ts";
import { projectEvidences, projectRectifications, projectVerifications } from "./project-kinds.ts";

const reason = "原因";
const versioned = ({ id, version }: { id: string; version: number }) => ({ params: { id }, body: { version } });

/** A node of a running project that waits for its acceptance or is being done. */
async function givenNode(app: ProductApp, state: "DOING" | "SUBMITTED") {
  const project = await givenProject(app, { node: { state, actualStart: dayOf(app.now()) } });
  const { BLD: node } = await givenNodesOf(app, project);
  if (!node) throw new Error("the project has no such node");
  return node;
}

example(store.saveProjectTemplate, async () => ({
  input: { body: { kind: "CLOSE" as const, storeType: "POPUP", nodes: givenNodes, checks: givenChecks, ver: 0 } },
}));
example(store.saveProjectManager, async (app) => {
  const { user } = await app.signIn();
  return { input: { params: { userId: user.id }, body: { validFrom: "2026-01-01", version: null } } };
});

example(store.createProject, async (app) => {
  await givenProjectTemplate(app);
  const { id: orgId } = await givenOrganization(app, { type: "REGION" });
  const place = { orgId, storeType: "EXPERIENCE", operateMode: "DIRECT", cityCode: "310100" } as const;
  const planStart = dayOf(app.now());
  return {
    input: { body: { name: "新店", kind: "NEW" as const, planStart, planOpenDate: addDays(planStart, 60), ...place } },
  };
});
example(store.editProject, async (app) => {
  const { id, version, planStart, planOpenDate } = await givenProject(app, { state: "DRAFT" });
  return { input: { params: { id }, body: { name: "改名的项目", planStart, planOpenDate, version } } };
});
example(store.startProject, async (app) => ({ input: versioned(await givenProject(app, { state: "DRAFT" })) }));
example(store.pauseProject, async (app) => {
  const { params, body } = versioned(await givenProject(app));
  return { input: { params, body: { ...body, reason } } };
});
example(store.resumeProject, async (app) => {
  const paused = { state: "PAUSED", pausedOn: dayOf(app.now()) } as const;
  const { params, body } = versioned(await givenProject(app, paused));
  return { input: { params, body: { ...body, isShifting: true } } };
});
example(store.terminateProject, async (app) => {
  const { params, body } = versioned(await givenProject(app));
  return { input: { params, body: { ...body, reason } } };
});
const newBaseline = async (app: ProductApp) => {
  const { id, version, planOpenDate } = await givenProject(app);
  return { params: { id }, body: { planOpenDate: addDays(planOpenDate, 7), reason, version } };
};
example(store.rebaselineProject, async (app) => ({ input: await newBaseline(app) }));
example(store.decideRebaseline, async (app) => {
  const asking = await app.signIn({ permissions: ["store:project:edit"] });
  const { data } = await asking.call(store.rebaselineProject, await newBaseline(app));
  return { input: { params: { id: data.id }, body: { verdict: "APPROVE" as const, version: data.version } } };
});
example(store.saveProjectNodes, async (app) => {
  const { id, projectId, version } = await givenNode(app, "DOING");
  return { input: { params: { id: projectId }, body: { changed: [{ id, version, progress: 80 }] } } };
});

example(store.submitNode, async (app) => ({ input: versioned(await givenNode(app, "DOING")) }));
example(store.waiveNode, async (app) => {
  const { params, body } = versioned(await givenNode(app, "DOING"));
  return { input: { params, body: { ...body, reason } } };
});
example(store.reviewNode, async (app) => {
  const { params, body } = versioned(await givenNode(app, "SUBMITTED"));
  return { input: { params, body: { ...body, verdict: "ACCEPT" as const } } };
});
example(store.addEvidence, async (app) => {
  const { id } = await givenNode(app, "DOING");
  const fileId = await givenFile(app, "projectNode", id);
  return { input: { params: { id }, body: { fileId, category: "PHOTO" as const } } };
});
example(store.removeEvidence, async (app) => {
  const id = await projectEvidences.of(app, (await givenProject(app)).id);
  return { input: { params: { id }, query: { version: 1 } } };
});

example(store.addVerification, async (app) => {
  const { user } = await app.signIn();
  const { id } = await givenProject(app);
  return { input: { params: { id }, body: { kind: "OPENING" as const, verifierIds: [user.id] } } };
});
example(store.saveVerification, async (app) => {
  const { user, token } = await app.signIn({ permissions: [store.VERIFY_EDIT] });
  const id = await projectVerifications.of(app, (await givenProject(app)).id);
  await app.rows("update project_verification set verifier_ids = array[$2::uuid] where id = $1", [id, user.id]);
  const input = { params: { id }, body: { items: [{ code: "O1", score: 40 }], isFinal: false, version: 1 } };
  return { input, credentials: { authorization: token } };
});
example(store.finishRectification, async (app) => {
  const id = await projectRectifications.of(app, (await givenProject(app)).id);
  const afterFileIds = [await givenFile(app, "projectRectification", id)];
  return { input: { params: { id }, body: { afterFileIds, version: 1 } } };
});
example(store.closeRectification, async (app) => {
  const { user, token } = await app.signIn({ permissions: [store.VERIFY_EDIT] });
  const id = await projectRectifications.of(app, (await givenProject(app)).id);
  await app.rows("update project_rectification set state = 'CHECKING' where id = $1", [id]);
  await app.rows(
    `update project_verification set state = 'CONDITIONAL', verifier_ids = array[$2::uuid]
     where id = (select verification_id from project_rectification where id = $1)`,
    [id, user.id],
  );
  return { input: { params: { id }, body: { version: 1 } }, credentials: { authorization: token } };
});
