import type { AuthorityTestApp, TestClient } from "@ops/authority/server/testing";
import { addDays, dayOf, type Envelope, type StoredFile } from "@ops/platform/contract";
import { insertRecord, newId } from "@ops/platform/server";
import { startSeries } from "@ops/platform/server/testing";
import type { ContractTerms } from "../contract/index.ts";
import { lockPartner } from "./company/find.ts";
import { requestReview } from "./contract/review.ts";
import { settleContracts } from "./contract/settle.ts";
import { type ContractRow, contracts } from "./contract/tables.ts";

/** Finds the day so many days from now, by the app's clock. */
export const dayIn = (app: AuthorityTestApp, days: number): string => addDays(dayOf(app.now()), days);

/** The default terms of a main contract. */
export const givenTerms: ContractTerms = {
  accountLimit: 30,
  flags: ["CLUE", "ORDER"],
  serviceCities: ["330100"],
  isExclusive: false,
};

const nextContract = startSeries();

/** Makes a signed main contract of one year that began 100 days ago, in force by default. */
export async function givenContract(
  app: AuthorityTestApp,
  partner: { id: string },
  wishes: Partial<ContractRow> = {},
): Promise<ContractRow> {
  const contractNo = `HT${String(nextContract()).padStart(5, "0")}`;
  return app.arrange(async (tx) => {
    const inserted = await insertRecord(tx, contracts, {
      partnerId: partner.id,
      contractNo,
      kind: "MAIN",
      title: "合作合同",
      startOn: dayIn(app, -100),
      endOn: dayIn(app, 265),
      terms: givenTerms,
      files: [{ id: newId(), fileName: "合同.pdf", sha256: "00" }],
      signedOn: dayIn(app, -101),
      brandSigner: "王总",
      partnerSigner: "张总",
      state: "SIGNED",
      ...wishes,
    });
    const { id, submittedBy, createdBy } = inserted;
    const by = { userId: submittedBy ?? createdBy, at: app.now() };
    if (inserted.state === "REVIEW") await requestReview(tx, inserted, by);
    await settleContracts(tx, await lockPartner(tx, partner.id));
    return tx.kysely
      .withTables<{ partnerContract: ContractRow }>()
      .selectFrom("partnerContract")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  });
}

/** Uploads a small PDF that belongs to no record yet. */
export async function givenUpload(app: AuthorityTestApp, client: TestClient, bizType: string): Promise<string> {
  const form = new FormData();
  form.append("bizType", bizType);
  form.append("file", new Blob(["%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"]), "合同.pdf");
  const headers = { authorization: client.token, applicationid: "1" };
  const response = await fetch(`${app.origin}/common/v1/files`, { method: "POST", headers, body: form });
  const { data, msg }: Envelope<StoredFile> = await response.json();
  if (!data) throw new Error(msg);
  return data.id;
}
