import { getLoginFailures } from "@ops/authority/contract";
import { BarChart, useEndpoint, useListFilter } from "@ops/platform/web";
import { useMemo } from "react";

/** 登录失败 by hour, with the same filters as the list below. */
export function LoginFailures({ list }: { readonly list: string }) {
  const [keyword] = useListFilter(list, "keyword");
  const [kind] = useListFilter(list, "kind");
  const [occurredAt] = useListFilter(list, "occurredAt");
  const query = { ...(keyword ? { keyword } : {}), ...(kind ? { kind } : {}), ...(occurredAt ? { occurredAt } : {}) };
  const { data } = useEndpoint(getLoginFailures, { query }, { keepPrevious: true, silent: true });
  const series = useMemo(
    () => ({
      categories: (data?.hours ?? []).map((_count, hour) => `${hour}时`),
      series: [{ name: "登录失败", values: data?.hours ?? [] }],
    }),
    [data],
  );
  const days = data ? `（${data.from} 至 ${data.until}）` : "";
  return (
    <div className="login-failures">
      <BarChart title={`登录失败时段${days}`} categoryTitle="小时" height={120} data={series} />
    </div>
  );
}
