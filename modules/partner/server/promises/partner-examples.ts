import { example, givenOrganization, type ProductApp } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as partner from "../../contract/index.ts";
import { givenContract, givenPaper, givenPapers, givenPartner, usccOf } from "../testing.ts";
import { partnerBankAccounts, partnerChanges, partnerTasks } from "./kinds.ts";

type Wishes = Parameters<typeof givenPartner>[1];
const acted = (id: string) => ({ input: { params: { id }, body: { version: 1 } } });
const reasoned = (id: string) => ({ input: { params: { id }, body: { reason: "资料不全", version: 1 } } });

let used = 50_000;
const named = () => ({ fullName: `样例${++used}有限公司`, shortName: `样例${used}`, uscc: usccOf(used) });

/** Signs in somebody who may be a manager, with an uploaded file. */
async function clerk(app: ProductApp, bizType: string) {
  const codes = ["partner:edit", "partner:view", "onboard:handle", "qualification:edit"].map(
    (code) => `partner:${code}`,
  );
  const { user, token } = await app.signIn({ permissions: codes });
  const fileId = newId();
  await app.rows(
    `insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256, category,
       biz_type, uploader_id, store, status, stored_at)
     values ($1, now(), $2, now(), $2, 'a.pdf', 'pdf', 'application/pdf', 1, sha256(''), 'DOCUMENT', $3, $2, 'pg',
       'TEMP', now())`,
    [fileId, user.id, bizType],
  );
  return { user, fileId, credentials: { authorization: token } };
}

example(partner.createPartner, async (app) => {
  const { user, fileId, credentials } = await clerk(app, "partnerQualification");
  const region = await givenOrganization(app, { type: "REGION" });
  const body = {
    ...named(),
    kinds: ["OTHER" as const],
    regionId: region.id,
    cityCodes: ["330100"],
    managerId: user.id,
    contactName: "李联系",
    contactPhone: "13911112222",
    licenseFileIds: [fileId],
  };
  return { input: { body }, credentials };
});
example(partner.editPartner, async (app) => {
  const { id, fullName, shortName, uscc, regionId, cityCodes, managerId } = await givenPartner(app);
  const body = { fullName, shortName, uscc, kinds: ["AGENT" as const], regionId, cityCodes, managerId };
  return { input: { params: { id }, body: { ...body, contactName: "王联系", version: 1 } } };
});

async function withPapers(app: ProductApp, wishes: Wishes): Promise<string> {
  const given = await givenPartner(app, wishes);
  await givenPapers(app, given);
  return given.id;
}
example(partner.submitPartner, async (app) => acted(await withPapers(app, { state: "DRAFT", orgId: null })));
example(partner.approvePartner, async (app) => acted(await withPapers(app, { state: "REVIEW", orgId: null })));
example(partner.rejectPartner, async (app) => reasoned((await givenPartner(app, { state: "REVIEW" })).id));
example(partner.activatePartner, async (app) => {
  const id = await withPapers(app, { state: "ONBOARDING", kinds: ["OTHER"], cityCodes: ["650100"] });
  await givenContract(
    app,
    { id },
    { terms: { accountLimit: 20, flags: [], serviceCities: ["650100"], isExclusive: false } },
  );
  const account = await partnerBankAccounts.of(app, id);
  await app.rows(
    `update partner_bank_account set state = 'ACTIVE', verified_at = now(), confirmed_at = now(),
       active_from = now() - interval '1 day' where id = $1`,
    [account],
  );
  await app.rows("update partner set version = 1 where id = $1", [id]);
  return acted(id);
});
example(partner.restrictPartner, async (app) => {
  const { id } = await givenPartner(app);
  return { input: { params: { id }, body: { accountLimit: 1, flagsOff: [], reason: "投诉处理", version: 1 } } };
});

example(partner.requestPartnerChange, async (app) => ({
  input: { params: { id: (await givenPartner(app)).id }, body: { ...named(), reason: "工商变更" } },
}));
example(partner.approvePartnerChange, async (app) => acted(await partnerChanges.of(app, (await givenPartner(app)).id)));
example(partner.rejectPartnerChange, async (app) =>
  reasoned(await partnerChanges.of(app, (await givenPartner(app)).id)),
);

const waiting = async (app: ProductApp) =>
  (await givenPaper(app, await givenPartner(app), { kind: "DATA", state: "WAITING" })).id;
example(partner.addQualification, async (app) => {
  const { fileId, credentials } = await clerk(app, "partnerQualification");
  const { id } = await givenPartner(app);
  return { input: { params: { id }, body: { kind: "DATA" as const, fileIds: [fileId] } }, credentials };
});
example(partner.approveQualification, async (app) => acted(await waiting(app)));
example(partner.rejectQualification, async (app) => reasoned(await waiting(app)));

const task = async (app: ProductApp) => partnerTasks.of(app, (await givenPartner(app, { state: "ONBOARDING" })).id);
example(partner.startOnboardTask, async (app) => acted(await task(app)));
example(partner.finishOnboardTask, async (app) => {
  const id = await task(app);
  return { input: { params: { id }, body: { evidence: "已完成", version: 1 } } };
});
example(partner.rejectOnboardTask, async (app) => {
  const id = await task(app);
  await app.rows("update partner_onboard_task set state = 'DONE' where id = $1", [id]);
  return reasoned(id);
});
