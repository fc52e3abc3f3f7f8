import { listStaffLogins } from "@ops/partner/contract";
import { columnsOf, PagedTable, usePaged } from "@ops/platform/web";

/** 登录记录: the device, place and result of each sign-in. */
export function StaffLogins({ staffId }: { readonly staffId: string }) {
  const paged = usePaged(listStaffLogins, { params: { id: staffId } });
  return (
    <PagedTable
      of={paged}
      columns={columnsOf(listStaffLogins, {
        occurredAt: true,
        kind: true,
        result: 130,
        detail: true,
        ip: { title: "地区 / IP", width: 170, as: ({ ipRegion, ip }) => [ipRegion, ip].filter(Boolean).join(" · ") },
        device: 150,
      })}
      empty="还没有登录记录"
    />
  );
}
