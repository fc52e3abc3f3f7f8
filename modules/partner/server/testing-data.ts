import { type AuthorityTestApp, givenOrganization } from "@ops/authority/server/testing";
import { insertRecord, newId } from "@ops/platform/server";
import { startSeries } from "@ops/platform/server/testing";
import { usccCheck } from "../contract/index.ts";
import { type PartnerRow, partners } from "./company/tables.ts";

const nextPartner = startSeries();

/** A company of its own region with its own organisation, 合作中 unless wished otherwise. */
export async function givenPartner(app: AuthorityTestApp, wishes: Partial<PartnerRow> = {}): Promise<PartnerRow> {
  const n = nextPartner();
  const region = await givenOrganization(app, { type: "REGION" });
  const organization = await givenOrganization(app, { type: "PARTNER", parent: region });
  const id = wishes.id ?? newId();
  return app.arrange((tx) =>
    insertRecord(tx, partners, {
      id,
      partnerNo: `HB${String(900_000 + n)}`,
      fullName: `测试合作伙伴${n}有限公司`,
      shortName: `伙伴${n}`,
      uscc: usccOf(n),
      kinds: ["AGENT"],
      level: "B",
      ...tx.vault.seal({ field: "legalPerson", kind: "name", text: "张法人", id }),
      ...tx.vault.seal({ field: "legalIdNo", kind: "idCard", text: "11010519491231002X", id }),
      registeredCapitalFen: null,
      foundedOn: null,
      regAddress: null,
      regionId: region.id,
      cityCodes: ["330100"],
      contactName: "李联系",
      ...tx.vault.seal({ field: "contactPhone", kind: "phone", text: "13911112222", id }),
      contactEmail: null,
      managerId: tx.actor.userId,
      orgId: organization.id,
      parentPartnerId: null,
      priorPartnerId: null,
      accountLimit: 20,
      accountLimitCap: null,
      accountLimitReason: null,
      flags: [],
      state: "ACTIVE",
      submittedBy: null,
      submittedAt: null,
      approvedAt: null,
      activatedAt: null,
      terminatedAt: null,
      closedAt: null,
      stateReason: null,
      riskTags: [],
      ...wishes,
    }),
  );
}

/** A valid code of a company that does not exist. */
export function usccOf(n: number): string {
  const first = `91330100MA${String(2_000_000 + n)}`;
  return first + usccCheck(first);
}
