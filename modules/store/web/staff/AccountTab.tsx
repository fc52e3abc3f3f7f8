import { PlainTable, tableColumnsOf, useEndpoint } from "@ops/platform/web";
import { accountPlans, getStaffAccount } from "@ops/store/contract";
import { Alert } from "antd";
import "./staff.css";

const { posts: Posts, logins: Logins } = getStaffAccount.answer.shape;

/** 账号: posts with their roles and the last sign-ins; before the onboarding, what it will do. */
export function AccountTab({ staffId }: { readonly staffId: string }) {
  const asked = useEndpoint(getStaffAccount, { params: { id: staffId } });
  const { plan, refusal, posts, logins } = asked.data ?? {};
  return (
    <div className="staff-account-tab">
      {plan && <Alert type="info" showIcon title={`办理入职时：${accountPlans[plan]}`} />}
      {refusal && <Alert type="error" showIcon title={refusal} />}
      <section aria-label="任职与角色">
        <h3>任职与角色</h3>
        <PlainTable
          rows={posts}
          of={asked}
          empty="还没有账号"
          columns={tableColumnsOf(Posts.element, {
            organizationName: true,
            positionName: true,
            isPrimary: { as: ({ isPrimary }) => (isPrimary ? "主任职" : "兼任") },
            roleNames: true,
          })}
        />
      </section>
      <section aria-label="最近登录">
        <h3>最近登录</h3>
        <PlainTable
          rows={logins}
          of={asked}
          empty="还没有登录记录"
          columns={tableColumnsOf(Logins.element, {
            occurredAt: true,
            result: true,
            ip: { title: "地区 / IP", as: ({ ipRegion, ip }) => [ipRegion, ip].filter(Boolean).join(" · ") },
            device: true,
          })}
        />
      </section>
    </div>
  );
}
