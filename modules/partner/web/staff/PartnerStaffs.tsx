import { createStaff, getStaff, listStaffs, type PartnerDetail } from "@ops/partner/contract";
import { columnsOf, goTo, PagedTable, useDialog, useMay, usePaged } from "@ops/platform/web";
import { Button, Progress } from "antd";
import { StaffAccount, StaffCertState } from "./staff-columns.tsx";
import { StaffForm } from "./staff-forms.tsx";

/** 员工 of one partner: who works there, and how many of its accounts are in use. */
export function PartnerStaffs({ partner }: { readonly partner: PartnerDetail }) {
  const may = useMay();
  const adding = useDialog<true>();
  const paged = usePaged(listStaffs, { filters: { partnerId: partner.id } });
  const { accountCount, accountLimit, state } = partner;
  const takesStaff = (state === "ONBOARDING" || state === "ACTIVE") && may(createStaff);
  return (
    <>
      <div className="staff-line">
        <span className="staff-seats">
          账号 {accountCount} / {accountLimit}
          <Progress
            size="small"
            percent={Math.min(100, Math.round((accountCount / Math.max(1, accountLimit)) * 100))}
            status={accountCount >= accountLimit ? "exception" : "normal"}
            showInfo={false}
            aria-label="账号使用"
          />
        </span>
        {takesStaff && (
          <Button type="primary" size="small" onClick={() => adding.open(true)}>
            新增员工
          </Button>
        )}
      </div>
      <PagedTable
        of={paged}
        columns={columnsOf(listStaffs, {
          staffNo: 110,
          name: 80,
          phone: true,
          storeName: true,
          positionCode: true,
          state: true,
          account: { title: "账号", width: 150, as: (staff) => <StaffAccount staff={staff} /> },
          certStanding: { title: "认证", width: 150, as: (staff) => <StaffCertState staff={staff} /> },
        })}
        rowActions={[{ label: "详情", needs: getStaff, run: ({ id }) => goTo(`/Partner/staff?id=${id}`) }]}
        empty="还没有员工"
        unit="人"
      />
      {adding.value && <StaffForm partnerId={partner.id} onClose={adding.close} />}
    </>
  );
}
