import { lookupOrganizations } from "@ops/authority/server";
import { lookupPartners } from "@ops/partner/server";
import { CityRef, dayOf } from "@ops/platform/contract";
import { findFiles, presenterOf, presentOne, refNames, regionsOf, type Tx } from "@ops/platform/server";
import { Store, StoreDetail } from "../../contract/index.ts";
import { certSharesOf } from "../certification/heads.ts";
import { enabledColumns, missingExt } from "../ext-column/values.ts";
import { storeSeatsAt } from "../headcount/counted.ts";
import { type StoreRow, storeTable } from "../site/tables.ts";

/** What the organisation, the people and the extended columns tell of each store, for many at once. */
async function aroundOf(tx: Tx, rows: readonly StoreRow[]) {
  const ids = rows.map(({ id }) => id);
  const organizations = await lookupOrganizations(tx, ids);
  const figures = await storeSeatsAt(tx, ids, dayOf(tx.now));
  const shares = await certSharesOf(tx, ids);
  const columns = await enabledColumns(tx);
  const cities = await refNames(
    tx,
    CityRef,
    rows.flatMap(({ cityCode }) => cityCode ?? []),
  );
  return (row: StoreRow) => {
    const organization = organizations.get(row.id);
    return {
      ...figures(row.id),
      ...shares(row.id),
      orgCode: organization?.code ?? "",
      regionOrgName: organization?.regionOrgName ?? null,
      cityName: row.cityCode === null ? null : (cities.get(row.cityCode) ?? row.cityCode),
      managerId: organization?.leaderUserId ?? null,
      managerName: organization?.leaderName ?? null,
      missing: [row.cityCode === null ? "城市" : [], missingExt(columns, row.ext)].flat(),
    };
  };
}

export const presentStores = presenterOf(storeTable, Store, aroundOf);

/** Presents stores whole. Those of partners show the legal entity of their partner. */
const presentDetails = presenterOf(storeTable, StoreDetail, async (tx, rows) => {
  const around = await aroundOf(tx, rows);
  const partners = await lookupPartners(
    tx,
    rows.flatMap(({ partnerId }) => partnerId ?? []),
  );
  const codes = rows.flatMap(({ districtCode, cityCode }) => districtCode ?? cityCode ?? []);
  const regions = new Map((await regionsOf(tx, { codes })).map(({ code, name }) => [code, name]));
  const organizations = await lookupOrganizations(
    tx,
    rows.map(({ id }) => id),
  );
  const parents = await lookupOrganizations(
    tx,
    [...organizations.values()].flatMap(({ parentId }) => parentId ?? []),
  );
  const cities = await refNames(
    tx,
    CityRef,
    rows.flatMap(({ serviceCityCodes }) => serviceCityCodes),
  );
  const fileIds = rows.flatMap(({ imageIds, licenseFileId }) => [...imageIds, licenseFileId ?? []].flat());
  const files = new Map((await findFiles(tx, fileIds)).map((file) => [file.id, file]));
  return (row) => {
    const regionCode = row.districtCode ?? row.cityCode;
    const partner = partners.get(row.partnerId ?? "");
    return {
      ...around(row),
      regionCode,
      regionName: regions.get(regionCode ?? "") ?? null,
      serviceCityNames: row.serviceCityCodes.map((code) => cities.get(code) ?? code),
      parentName: parents.get(organizations.get(row.id)?.parentId ?? "")?.name ?? null,
      imageIds: row.imageIds.filter((id) => files.has(id)), // whoever may change a store may remove its files
      licenseFileId: row.licenseFileId && files.has(row.licenseFileId) ? row.licenseFileId : null,
      files: [...row.imageIds, row.licenseFileId ?? ""].flatMap((id) => files.get(id) ?? []),
      isPartnersEntity: partner !== undefined,
      ...(partner ? { legalEntity: partner.fullName, licenseNo: partner.uscc } : {}),
    };
  };
});

export const presentStore = presentOne(presentDetails);
