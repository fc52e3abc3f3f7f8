import { listApiClients, listOtherAccounts, listThirdSystems } from "@ops/authority/contract";
import { PageTabs, partsOf } from "@ops/platform/web";
import { OtherAccountList } from "./OtherAccountList.tsx";

const ApiClientList = partsOf(() => import("../api-client/ApiClientList.tsx")).standing("ApiClientList");
const ThirdSystemList = partsOf(() => import("../third-system/ThirdSystemList.tsx")).standing("ThirdSystemList");

export default function OtherAccountPage() {
  return (
    <PageTabs
      title="第三方账号管理"
      tabs={[
        { key: "accounts", title: "账号绑定", needs: listOtherAccounts, content: () => <OtherAccountList /> },
        { key: "clients", title: "接口账号", needs: listApiClients, content: () => <ApiClientList /> },
        { key: "systems", title: "第三方系统", needs: listThirdSystems, content: () => <ThirdSystemList /> },
      ]}
    />
  );
}
