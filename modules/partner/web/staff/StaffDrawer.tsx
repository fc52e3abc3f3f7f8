import {
  getStaff,
  getStaffWork,
  type StaffDetail,
  saveStaffCert,
  StaffDetail as schema,
  staffStates,
} from "@ops/partner/contract";
import {
  actionColumns,
  DictText,
  drawerOf,
  FieldList,
  showDay,
  showTime,
  tableColumnsOf,
  useDialog,
  useMay,
} from "@ops/platform/web";
import { Alert, Button, Table, Tag } from "antd";
import { Handovers } from "./HandoverResult.tsx";
import { StaffLogins } from "./StaffLogins.tsx";
import { staffActions } from "./staff-acts.tsx";
import { StaffAccount, StaffCertState } from "./staff-columns.tsx";
import { CertDialog } from "./staff-dialogs.tsx";

/** 伙伴员工 (5.2): the person, what the account can see, certificates, hand-overs, sign-ins and log. */
export const StaffDrawer = drawerOf({
  endpoint: getStaff,
  entity: "伙伴员工",
  title: ({ name }) => name,
  number: ({ staffNo }) => staffNo,
  machine: staffStates,
  tags: (staff) => <StaffAccount staff={staff} />,
  notice: ({ state, stateReason }) =>
    stateReason !== null &&
    (state === "REJECTED" || state === "LEAVING") && (
      <Alert className="form-alert" type="warning" showIcon title={`${staffStates.label(state)}：${stateReason}`} />
    ),
  actions: staffActions,
  overview: {
    title: "基本信息",
    fields: [
      "name",
      "staffNo",
      "phone",
      "idNo",
      { show: "partnerName", as: ({ partnerName, partnerNo }) => `${partnerName}（${partnerNo}）` },
      "storeName",
      "positionCode",
      "contractType",
      "joinOn",
      { show: "leaveOn", when: ({ leaveOn }) => leaveOn !== null },
      "wecomUserId",
      "submittedByName",
      "createdAt",
    ],
    milestones: { createdAt: "录入员工", activatedAt: "开通账号", lastLoginAt: "最近一次登录" },
  },
  tabs: [
    { key: "account", title: "账号与角色", content: (staff) => <Account staff={staff} /> },
    { key: "certs", title: "认证", content: (staff) => <Certs staff={staff} /> },
    { key: "work", title: "业务与交接", needs: getStaffWork, content: ({ id }) => <Handovers staffId={id} /> },
    { key: "logins", title: "登录记录", content: ({ id }) => <StaffLogins staffId={id} /> },
  ],
  logs: { title: "日志" },
  width: 880,
});

function Account({ staff }: { readonly staff: StaffDetail }) {
  return (
    <>
      <ul className="staff-reach" aria-label="这个账号能看到什么">
        {staff.reach.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <FieldList
        schema={schema}
        record={staff}
        fields={[
          { label: "登录名", show: "phone" },
          { show: "account", as: (one) => <StaffAccount staff={one} /> },
          { show: "roleNames", as: ({ roleNames }) => roleNames.map((name) => <Tag key={name}>{name}</Tag>) },
          "activatedAt",
          {
            label: "最近登录",
            show: "lastLoginAt",
            as: ({ lastLoginAt }) => (lastLoginAt ? showTime(lastLoginAt) : "从未登录"),
          },
        ]}
      />
    </>
  );
}

function Certs({ staff }: { readonly staff: StaffDetail }) {
  const may = useMay();
  const saving = useDialog<{ code?: string }>();
  const isOpen = staff.state !== "LEFT" && staff.state !== "LEAVING" && may(saveStaffCert);
  return (
    <>
      <div className="staff-line">
        <StaffCertState staff={staff} />
        {isOpen && <Button onClick={() => saving.open({})}>登记认证</Button>}
      </div>
      {staff.certWaiver && <Alert className="form-alert" type="info" showIcon title={`已豁免：${staff.certWaiver}`} />}
      {staff.missingCerts.length > 0 && (
        <div className="staff-line">
          <span className="staff-account">
            <small>岗位还需要</small>
            {staff.missingCerts.map((code) => (
              <Tag key={code} color="warning">
                <DictText code="partner_cert" value={code} />
              </Tag>
            ))}
          </span>
        </div>
      )}
      <Table
        rowKey="code"
        size="small"
        pagination={false}
        dataSource={staff.certs}
        locale={{ emptyText: "还没有认证" }}
        columns={[
          ...tableColumnsOf(schema.shape.certs.element, {
            code: 0,
            isRequired: true,
            score: 70,
            gotOn: true,
            validTo: {
              width: 170,
              as: ({ validTo, isExpired }) => (
                <span className="staff-account">
                  {showDay(validTo)}
                  {isExpired && <Tag color="error">已过期</Tag>}
                </span>
              ),
            },
          }),
          ...actionColumns(
            isOpen ? [{ label: "续期", run: ({ code }: { code: string }) => saving.open({ code }) }] : [],
            may,
          ),
        ]}
      />
      {saving.value && <CertDialog {...saving.value} staff={staff} onClose={saving.close} />}
    </>
  );
}
