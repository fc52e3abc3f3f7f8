import { listLoginLogs } from "@ops/authority/contract";
import { DictText, dayRangeFilter, dictFilter, ListPage, showTime, textFilter } from "@ops/platform/web";
import { placeOf } from "./place-of.ts";

export function LoginLogPage() {
  return (
    <ListPage
      title="登录日志"
      memory=":logs"
      endpoint={listLoginLogs}
      filters={[
        textFilter("keyword", "关键字", "姓名 / 手机号 / 工号"),
        dictFilter("result", "结果", "login_result"),
        dictFilter("kind", "方式", "login_kind"),
        dayRangeFilter("occurredAt", "时间"),
      ]}
      columns={[
        { title: "时间", show: "occurredAt", width: 165, as: (log) => showTime(log.occurredAt) },
        { title: "账号", show: "identity", width: 130 },
        { title: "姓名", show: "userName", width: 110 },
        { title: "方式", show: "kind", width: 100, as: (log) => <DictText code="login_kind" value={log.kind} /> },
        { title: "结果", show: "result", width: 130, as: (log) => <DictText code="login_result" value={log.result} /> },
        { title: "说明", show: "detail", width: 200 },
        { title: "地区 / IP", show: "ip", width: 180, as: placeOf },
        { title: "设备", show: "device", width: 180 },
      ]}
      empty="还没有登录记录"
    />
  );
}
