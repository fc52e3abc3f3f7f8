import {
  getStaff,
  getStaffWork,
  type StaffDetail,
  saveStaffCert,
  StaffDetail as schema,
  staffStates,
  unmaskStaff,
} from "@ops/partner/contract";
import {
  DictText,
  FieldList,
  RecordDrawer,
  recordOf,
  showDay,
  showTime,
  Unmask,
  useDialog,
  useMay,
} from "@ops/platform/web";
import { Alert, Button, Table, Tag } from "antd";
import { Handovers } from "./HandoverResult.tsx";
import { StaffLogins } from "./StaffLogins.tsx";
import { staffActions } from "./staff-acts.tsx";
import { StaffAccount, StaffCertState, StaffPhone } from "./staff-columns.tsx";
import { CertDialog } from "./staff-dialogs.tsx";

interface Props {
  readonly id: string;
  readonly onClose: () => void;
}

/** 伙伴员工 (5.2): who it is, what the account can see, certificates, hand-overs, sign-ins, log. */
const staffRecord = recordOf({
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
  tabs: [
    {
      title: "基本信息",
      fields: [
        "name",
        "staffNo",
        { show: "phone", as: (one) => <StaffPhone staff={one} /> },
        { show: "idNo", as: ({ id, idNo }) => <Unmask of={unmaskStaff} id={id} field="idNo" masked={idNo} /> },
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
    },
    { title: "账号与角色", content: (staff) => <Account staff={staff} /> },
    { title: "认证", content: (staff) => <Certs staff={staff} /> },
    { title: "业务与交接", needs: getStaffWork, content: ({ id }) => <Handovers staffId={id} /> },
    { title: "登录记录", content: ({ id }) => <StaffLogins staffId={id} /> },
  ],
  logs: "日志",
  width: 880,
});

export function StaffDrawer({ id, onClose }: Props) {
  return <RecordDrawer of={staffRecord} id={id} onClose={onClose} />;
}

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
          { label: "登录名", show: "phone", as: (one) => <StaffPhone staff={one} /> },
          { show: "account", as: (one) => <StaffAccount staff={one} /> },
          { show: "roleNames", as: ({ roleNames }) => roleNames.map((name) => <Tag key={name}>{name}</Tag>) },
          { show: "activatedAt" },
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
          { title: "认证", key: "code", render: (_, { code }) => <DictText code="partner_cert" value={code} /> },
          { title: "岗位要求", key: "required", width: 90, render: (_, { isRequired }) => (isRequired ? "是" : "否") },
          {
            title: "成绩",
            dataIndex: "score",
            width: 70,
            align: "right",
            render: (score: number | null) => score ?? "-",
          },
          { title: "取得日期", key: "gotOn", width: 110, render: (_, { gotOn }) => showDay(gotOn) },
          {
            title: "有效期至",
            key: "validTo",
            width: 170,
            render: (_, { validTo, isExpired }) => (
              <span className="staff-account">
                {showDay(validTo)}
                {isExpired && <Tag color="error">已过期</Tag>}
              </span>
            ),
          },
          {
            title: "操作",
            key: "act",
            width: 70,
            render: (_, { code }) =>
              isOpen && (
                <button type="button" className="text-button" onClick={() => saving.open({ code })}>
                  续期
                </button>
              ),
          },
        ]}
      />
      {saving.value && <CertDialog {...saving.value} staff={staff} onClose={saving.close} />}
    </>
  );
}
