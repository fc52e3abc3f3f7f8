import { type AuthorityTestApp, givenOrganization } from "@ops/authority/server/testing";
import { usccCheck } from "@ops/platform/contract";
import { insertRecord } from "@ops/platform/server";
import { startSeries } from "@ops/platform/server/testing";
import { type PartnerRow, partners } from "./company/tables.ts";

const nextPartner = startSeries();

/** Makes a company with its own region and organisation, 合作中 by default. */
export async function givenPartner(app: AuthorityTestApp, wishes: Partial<PartnerRow> = {}): Promise<PartnerRow> {
  const n = nextPartner();
  const region = await givenOrganization(app, { type: "REGION" });
  const organization = await givenOrganization(app, { type: "PARTNER", parent: region });
  return app.arrange((tx) =>
    insertRecord(tx, partners, {
      partnerNo: `HB${String(900_000 + n)}`,
      fullName: `测试合作伙伴${n}有限公司`,
      shortName: `伙伴${n}`,
      uscc: usccOf(n),
      kinds: ["AGENT"],
      legalPerson: "张法人",
      legalIdNo: "11010519491231002X",
      regionId: region.id,
      cityCodes: ["330100"],
      contactName: "李联系",
      contactPhone: "13911112222",
      managerId: tx.actor.userId,
      orgId: organization.id,
      state: "ACTIVE",
      ...wishes,
    }),
  );
}

/** Makes a valid code of an invented company. */
export function usccOf(n: number): string {
  const first = `91330100MA${String(2_000_000 + n)}`;
  return first + usccCheck(first);
}
