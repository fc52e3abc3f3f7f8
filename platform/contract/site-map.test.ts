import assert from "node:assert/strict";
import { test } from "node:test";
import { frameRoutes, siteMap, siteRoutes } from "./site-map.ts";

/** Section 2 of the base specification, copied by hand so that a change of the map is noticed. */
const specified = `
/home /thirdLogin /NotOpenYet /error404 /error403 /error500
/AuthorityManagement/UserManagement /AuthorityManagement/UserManagementDetail/{data}
/AuthorityManagement/MenuManagement /AuthorityManagement/MenuManagementDetail/{data}
/AuthorityManagement/OrgManagement /AuthorityManagement/OrgManagementDetail/{data}
/AuthorityManagement/RoleManagement /AuthorityManagement/RoleManagementDetail/{data}
/AuthorityManagement/InterfaceAuthority /AuthorityManagement/InterfaceAuthority/{data}
/AuthorityManagement/OtherAccountManage
/OvertimeReturn/OvertimeOrder /OvertimeReturn/OvertimeOrder/{data}
/ClueManagement/PrimaryClue /ClueManagement/ClueList /ClueManagement/ClueList/{data} /ClueManagement/AllogeneicClue
/StoreManage/StoreList /StoreManage/StaffManagement /StoreManage/StaffManagementCreate/{data}
/StoreManage/StaffManagementDetail/{data} /StoreManage/StoreProject /StoreManage/StoreProject1/edit/{data}
/StoreManage/StoreProject2/progressEdit/{data} /StoreManage/StoreProject2/projectManagerSettings/{data}
/StoreManage/StoreProject2/trainStandardSettings/{data} /StoreManage/StorePosition
/truckLogistics/EnterGroupList /truckLogistics/CarrierList /truckLogistics/CarrierListDetail/{data}
/truckLogistics/DriverAndCarManage
/OrderManage/OrderList
/RightCenter/PackManagement /RightCenter/PackManagementDetail/{data} /RightCenter/PackManagementCreate/{data}
/RightCenter/DetailManagement /RightCenter/DetailManagementDetail/{data} /RightCenter/DetailManagementCreate/{data}
/RightCenter/AccountManagement /RightCenter/AccountManagementDetail/{data} /RightCenter/AccountManagementBatch
/RightCenter/CarConfigMaintain /RightCenter/BusinessCodeMaintain /RightCenter/PartsManagement
/RightCenter/CarMarketType /RightCenter/DownloadCenter /RightCenter/ExcelImport
/wecom/QWMessagePush /wecom/butlerGroup /wecom/groupMembers/{data} /wecom/customer /wecom/datastatistics
/wecom/chatRecord /wecom/customerService
/ownerActivity/securit /Lightning/Lock /Partner/list /Partner/staff`
  .trim()
  .split(/\s+/);

test("PF-R1 all specified routes exist, each once, and no others but those that are marked as added", () => {
  const kept = siteRoutes.filter(({ added }) => !added).map(({ path }) => path);
  assert.deepEqual(kept.sort(), [...specified].sort());
  assert.equal(new Set(siteRoutes.map(({ path }) => path)).size, siteRoutes.length);
});

test("PF-R5 the routes of the frame stand outside every module", () => {
  assert.deepEqual(
    frameRoutes.map(({ path }) => path),
    ["/home", "/thirdLogin", "/NotOpenYet", "/error404", "/error403", "/error500"],
  );
});

test("PF-R7 exactly the two specified lists stay mounted", () => {
  assert.deepEqual(
    siteRoutes.filter(({ cached }) => cached).map(({ path }) => path),
    ["/ClueManagement/ClueList", "/truckLogistics/DriverAndCarManage"],
  );
});

test("PF-R70 every route outside the menu names the list that stays highlighted, in its own group", () => {
  for (const group of siteMap) {
    const lists = group.routes.filter(({ parent }) => !parent).map(({ path }) => path);
    for (const { path, parent } of group.routes) {
      if (path.includes("{data}") || parent) assert.ok(parent && lists.includes(parent), path);
    }
  }
});

test("PF-R69 groups and routes have Chinese titles, and no two in one group are called alike", () => {
  const titles = [...siteMap.map(({ title }) => title), ...siteRoutes.map(({ title }) => title)];
  for (const title of titles) assert.match(title, /^[\p{Script=Han}]+$/u);
  for (const { routes } of siteMap) assert.equal(new Set(routes.map(({ title }) => title)).size, routes.length);
});
