import type { AuthorityTestApp, TestClient } from "@ops/authority/server/testing";
import { addDays, dayOf, type Envelope, type StoredFile } from "@ops/platform/contract";
import { insertRecord, newId } from "@ops/platform/server";
import { startSeries } from "@ops/platform/server/testing";
import type { ContractTerms } from "../contract/index.ts";
import { lockPartner } from "./company/find.ts";
import { settleContracts } from "./contract/settle.ts";
import { type ContractRow, contracts } from "./contract/tables.ts";

/** The day so many days from now, as the app's clock tells it. */
export const dayIn = (app: AuthorityTestApp, days: number): string => addDays(dayOf(app.now()), days);

/** What a main contract settles, unless wished otherwise. */
export const givenTerms: ContractTerms = {
  accountLimit: 30,
  flags: ["CLUE", "ORDER"],
  serviceCities: ["330100"],
  isExclusive: false,
};

const nextContract = startSeries();

/** A signed main contract of a year that began 100 days ago, in force unless wished otherwise. */
export async function givenContract(
  app: AuthorityTestApp,
  partner: { id: string },
  wishes: Partial<ContractRow> = {},
): Promise<ContractRow> {
  const contractNo = `HT${String(nextContract()).padStart(5, "0")}`;
  return app.arrange(async (tx) => {
    const { id } = await insertRecord(tx, contracts, {
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
    await settleContracts(tx, await lockPartner(tx, partner.id));
    return tx.kysely
      .withTables<{ partnerContract: ContractRow }>()
      .selectFrom("partnerContract")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  });
}

/** A small PDF that this person uploaded and no record holds yet. */
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
