import { example, type ProductApp } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as partner from "../../contract/index.ts";
import { givenContract, givenPartner, givenTerms } from "../testing.ts";
import { partnerAssessments, partnerBankAccounts } from "./kinds.ts";

const days = { startOn: "2031-01-01", endOn: "2031-12-31" };
const newNo = () => newId().slice(-12);

/** Makes a contract of another person in a state before its signing. */
async function givenUnsigned(
  app: ProductApp,
  state: "DRAFT" | "REVIEW" | "APPROVED",
): Promise<{ id: string; version: number }> {
  return givenContract(app, await givenPartner(app), { ...days, state, submittedBy: newId() });
}

example(partner.createContract, async (app) => ({
  input: {
    body: {
      partnerId: (await givenPartner(app)).id,
      contractNo: newNo(),
      kind: "MAIN" as const,
      title: "合同",
      ...days,
      terms: givenTerms,
    },
  },
}));
example(partner.editContract, async (app) => {
  const { id, version } = await givenUnsigned(app, "DRAFT");
  return { input: { params: { id }, body: { title: "改名的合同", ...days, version } } };
});
example(partner.submitContract, async (app) => {
  const { id, version } = await givenUnsigned(app, "DRAFT");
  return { input: { params: { id }, body: { version } } };
});
example(partner.approveContract, async (app) => {
  const { id, version } = await givenUnsigned(app, "REVIEW");
  return { input: { params: { id }, body: { version } } };
});
example(partner.rejectContract, async (app) => {
  const { id, version } = await givenUnsigned(app, "REVIEW");
  return { input: { params: { id }, body: { reason: "条款不全", version } } };
});
example(partner.signContract, async (app) => {
  const { id, version } = await givenUnsigned(app, "APPROVED");
  await app.rows(
    `insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256, category,
       biz_type, biz_id, uploader_id, store, status, stored_at)
     select (files -> 0 ->> 'id')::uuid, now(), id, now(), id, 'a.pdf', 'pdf', 'application/pdf', 1, sha256(''), 'DOCUMENT',
       'partnerContract', id, id, 'pg', 'BOUND', now() from partner_contract where id = $1`,
    [id],
  );
  const signature = { signedOn: "2026-01-01", brandSigner: "甲", partnerSigner: "乙" };
  return { input: { params: { id }, body: { ...signature, version } } };
});
example(partner.terminateContract, async (app) => {
  const { id, version } = await givenContract(app, await givenPartner(app));
  return { input: { params: { id }, body: { reason: "解除", version } } };
});
example(partner.renewContract, async (app) => {
  const { id, version } = await givenContract(app, await givenPartner(app));
  return { input: { params: { id }, body: { contractNo: newNo(), endOn: "2032-12-31", version } } };
});

example(partner.addDeposit, async (app) => ({
  input: {
    params: { id: (await givenPartner(app)).id },
    body: { kind: "PAY" as const, amountFen: 100, happenedOn: "2026-01-01", voucher: "PZ1" },
  },
}));

let phones = 0;

/** Makes an account of a partner with a phone number of its own, because messages per phone are limited. */
async function givenAccount(app: ProductApp, state: "REVIEW" | "CONFIRM"): Promise<string> {
  const partnerId = newId();
  const text = `139${String(70_000_000 + ++phones)}`;
  const phone = await app.arrange(async (tx) =>
    tx.vault.seal({ field: "contactPhone", kind: "phone", text, id: partnerId }),
  );
  const { fullName } = await givenPartner(app, { id: partnerId, ...phone });
  const id = await partnerBankAccounts.of(app, partnerId);
  await app.rows("update partner_bank_account set account_name = $2 where id = $1", [id, fullName]);
  if (state === "REVIEW") return id;
  const sealed = await app.arrange(async (tx) => tx.vault.seal({ field: "phone", kind: "phone", text, id }));
  await app.rows(
    `update partner_bank_account set state = 'CONFIRM', verified_at = now(), confirm_phone_cipher = $2,
       confirm_phone_hash = $3, confirm_phone_masked = $4 where id = $1`,
    [id, sealed.phoneCipher, sealed.phoneHash, sealed.phoneMasked],
  );
  return id;
}

example(partner.addBankAccount, async (app) => {
  const { id, fullName } = await givenPartner(app);
  const account = {
    accountName: fullName,
    bank: "银行",
    branch: "支行",
    accountNo: "6222021234567890",
    reason: "开户",
  };
  return { input: { params: { id }, body: account } };
});
example(partner.approveBankAccount, async (app) => ({
  input: { params: { id: await givenAccount(app, "REVIEW") }, body: { version: 1 } },
}));
example(partner.rejectBankAccount, async (app) => ({
  input: { params: { id: await givenAccount(app, "REVIEW") }, body: { reason: "户名不符", version: 1 } },
}));
example(partner.sendBankAccountCode, async (app) => ({
  input: { params: { id: await givenAccount(app, "CONFIRM") }, body: { version: 1 } },
}));
example(partner.confirmBankAccount, async (app) => {
  const id = await givenAccount(app, "CONFIRM");
  const admin = await app.signIn({ boolAdmin: true });
  await admin.call(partner.sendBankAccountCode, { params: { id }, body: { version: 1 } });
  const [sent] = await app.rows<{ params: { code: string } }>(
    "select params from sms_outbox where template_code = 'CONFIRM_CODE' order by created_at desc, id desc limit 1",
  );
  return { input: { params: { id }, body: { code: sent?.params.code ?? "", version: 1 } } };
});

async function givenAssessment(app: ProductApp): Promise<string> {
  return partnerAssessments.of(app, (await givenPartner(app)).id);
}

example(partner.saveAssessment, async (app) => ({
  input: {
    params: { id: (await givenPartner(app)).id },
    body: { period: "2025-12", scores: [{ metric: "LOCK" as const, score: 90 }] },
  },
}));
example(partner.closeAssessment, async (app) => ({
  input: { params: { id: await givenAssessment(app) }, body: { version: 1 } },
}));
example(partner.rectifyAssessment, async (app) => {
  const id = await givenAssessment(app);
  await app.rows("update partner_assessment set rectify_due_on = '2026-12-31' where id = $1", [id]);
  return { input: { params: { id }, body: { note: "已整改", version: 1 } } };
});
