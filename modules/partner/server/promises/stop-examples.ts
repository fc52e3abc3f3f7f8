import { example, type ProductApp } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as partner from "../../contract/index.ts";
import { givenContract, givenPapers, givenPartner } from "../testing.ts";
import { partnerSuspensions } from "./kinds.ts";

/** Makes a suspension by another person in this state. */
async function given(
  app: ProductApp,
  state = "DRAFT",
  partnerState = "ACTIVE",
): Promise<{ id: string; partnerId: string }> {
  const company = await givenPartner(app, { state: "ACTIVE" });
  const id = await partnerSuspensions.of(app, company.id);
  await app.rows("update partner set state = $2 where id = $1", [company.id, partnerState]);
  const confirmed = state === "DRAFT" ? null : newId();
  await app.rows(
    `update partner_suspension set state = $2, submitted_by = $3, previewed_at = now(), confirmed_by = $4::uuid,
       preview = '[{"kind":"partner.flags","label":"","count":1}]', effective_at = case when $4::uuid is null then null else now() end
     where id = $1`,
    [id, state, newId(), confirmed],
  );
  return { id, partnerId: company.id };
}

const inState = async (app: ProductApp, state: "ACTIVE" | "SUSPENDED" | "EXITING") => {
  const company = await givenPartner(app, { state });
  await givenContract(app, company);
  await givenPapers(app, company);
  const [row] = await app.rows<{ version: number }>("select version from partner where id = $1", [company.id]);
  return { params: { id: company.id }, body: { reason: "原因", version: row?.version ?? 1 } };
};

example(partner.previewSuspension, async (app) => ({
  input: { params: { id: (await givenPartner(app)).id }, body: { reason: "原因", fileIds: [] } },
}));
example(partner.submitSuspension, async (app) => {
  const { partnerId } = await given(app);
  return { input: { params: { id: partnerId }, body: { plan: [], version: 1 } } };
});
example(partner.refreshPreview, async (app) => {
  const { id } = await given(app);
  return { input: { params: { id }, body: { version: 1 } } };
});
example(partner.confirmSuspension, async (app) => {
  const { id } = await given(app);
  return { input: { params: { id }, body: { version: 1 } } };
});
example(partner.rejectSuspension, async (app) => {
  const { id } = await given(app);
  return { input: { params: { id }, body: { reason: "证据不足", version: 1 } } };
});
example(partner.retrySuspension, async (app) => {
  const { id } = await given(app, "PARTLY", "SUSPENDED");
  return { input: { params: { id }, body: { version: 1 } } };
});
example(partner.resumePartner, async (app) => ({ input: await inState(app, "SUSPENDED") }));
example(partner.startExit, async (app) => {
  const { params, body } = await inState(app, "ACTIVE");
  return { input: { params, body: { ...body, fileIds: [], plan: [] } } };
});
example(partner.terminatePartner, async (app) => ({ input: await inState(app, "EXITING") }));
example(partner.cancelExit, async (app) => ({ input: await inState(app, "EXITING") }));
