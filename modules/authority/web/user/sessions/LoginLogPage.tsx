import { listLoginLogs, loginLogSheet, placeOf } from "@ops/authority/contract";
import { dayRangeFilter, dictFilter, ListPage, textFilter } from "@ops/platform/web";
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
        filters={[
          textFilter("keyword", "关键字", "姓名 / 完整手机号 / 完整工号"),
          dictFilter("result", "结果", "login_result"),
          dictFilter("kind", "方式", "login_kind"),
          dayRangeFilter("occurredAt", "时间"),
        ]}
        columns={[
          { title: "时间", show: "occurredAt", width: 165 },
          { title: "账号", show: "identity", width: 130 },
          { title: "姓名", show: "userName", width: 110 },
          { title: "方式", show: "kind", width: 100 },
          { title: "结果", show: "result", width: 130 },
          { title: "说明", show: "detail", width: 130 },
          { title: "地区 / IP", show: "ip", width: 150, as: placeOf },
          { title: "设备", show: "device", width: 180 },
        ]}
        exports={loginLogSheet}
        empty="还没有登录记录"
      />
    </>
  );
}
