import { listStaffLogins } from "@ops/partner/contract";
import { PagedTable, usePaged } from "@ops/platform/web";

/** 登录记录: with what, from where and how it ended. */
export function StaffLogins({ staffId }: { readonly staffId: string }) {
  const paged = usePaged(listStaffLogins, { params: { id: staffId } });
  return (
    <PagedTable
      of={paged}
      columns={[
        { show: "occurredAt", width: 165 },
        { show: "kind", width: 100 },
        { show: "result", width: 130 },
        { show: "detail" },
        {
          title: "地区 / IP",
          show: "ip",
          width: 170,
          as: ({ ipRegion, ip }) => [ipRegion, ip].filter(Boolean).join(" · "),
        },
        { show: "device", width: 150 },
      ]}
      empty="还没有登录记录"
    />
  );
}
