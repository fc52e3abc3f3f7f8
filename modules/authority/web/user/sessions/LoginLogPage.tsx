import { listLoginLogs, loginLogSheet, placeOf } from "@ops/authority/contract";
import { columnsOf, ListPage } from "@ops/platform/web";
import { LoginFailures } from "./LoginFailures.tsx";

const MEMORY = ":logs";
const LIST = `/AuthorityManagement/UserManagement${MEMORY}`;

export function LoginLogPage() {
  return (
    <>
      <LoginFailures list={LIST} />
      <ListPage
        title="登录日志"
        memory={MEMORY}
        endpoint={listLoginLogs}
        filters={["keyword", "result", "kind", "occurredAt"]}
        columns={columnsOf(listLoginLogs, {
          occurredAt: true,
          identity: 130,
          userName: 110,
          kind: true,
          result: 130,
          detail: 130,
          ip: placeOf,
          device: 180,
        })}
        exports={loginLogSheet}
        empty="还没有登录记录"
      />
    </>
  );
}
