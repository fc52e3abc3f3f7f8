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
  DrawerActions,
  FieldList,
  LogsView,
  RecordInstead,
  StateTag,
  showDay,
  showTime,
  Unmask,
  useClosing,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { Alert, Button, Drawer, Table, Tabs, Tag } from "antd";
import { Handovers } from "./HandoverResult.tsx";
import { StaffLogins } from "./StaffLogins.tsx";
import { useStaffActs } from "./staff-acts.tsx";
import { StaffAccount, StaffCertState, StaffPhone } from "./staff-columns.tsx";
import { CertDialog } from "./staff-dialogs.tsx";

interface Props {
  readonly id: string;
  readonly onClose: () => void;
}

/** 伙伴员工 (5.2): who it is, what the account can see, certificates, hand-overs, sign-ins, log. */
export function StaffDrawer({ id, onClose }: Props) {
  const { drawer } = useClosing(onClose);
  const answer = useEndpoint(getStaff, { params: { id } }, { silent: true });
  const { data: staff } = answer;
  const title = staff ? (
    <span className="staff-head">
      {staff.name}
      <small>{staff.staffNo}</small>
      <StateTag machine={staffStates} state={staff.state} />
      <StaffAccount staff={staff} />
    </span>
  ) : (
    "伙伴员工"
  );
  return (
    <Drawer title={title} size={880} {...drawer}>
      {staff ? <Content staff={staff} /> : <RecordInstead answer={answer} />}
    </Drawer>
  );
}

function Content({ staff }: { readonly staff: StaffDetail }) {
  const may = useMay();
  const acts = useStaffActs();
  const tabs = [
    { key: "profile", label: "基本信息", shown: true, children: <Profile staff={staff} /> },
    { key: "account", label: "账号与角色", shown: true, children: <Account staff={staff} /> },
    { key: "certs", label: "认证", shown: true, children: <Certs staff={staff} /> },
    { key: "work", label: "业务与交接", shown: may(getStaffWork), children: <Handovers staffId={staff.id} /> },
    { key: "logins", label: "登录记录", shown: true, children: <StaffLogins staffId={staff.id} /> },
    { key: "logs", label: "日志", shown: true, children: <LogsView bizType="partnerStaff" bizId={staff.id} /> },
  ];
  const isTold = staff.stateReason !== null && (staff.state === "REJECTED" || staff.state === "LEAVING");
  return (
    <>
      <DrawerActions actions={acts} record={staff} />
      {isTold && (
        <Alert
          className="form-alert"
          type="warning"
          showIcon
          title={`${staffStates.label(staff.state)}：${staff.stateReason}`}
        />
      )}
      <Tabs items={tabs.filter(({ shown }) => shown).map(({ shown: _shown, ...tab }) => tab)} />
    </>
  );
}

function Profile({ staff }: { readonly staff: StaffDetail }) {
  return (
    <FieldList
      schema={schema}
      record={staff}
      fields={[
        { show: "name" },
        { show: "staffNo" },
        { show: "phone", as: (one) => <StaffPhone staff={one} /> },
        { show: "idNo", as: ({ id, idNo }) => <Unmask of={unmaskStaff} id={id} field="idNo" masked={idNo} /> },
        { show: "partnerName", as: ({ partnerName, partnerNo }) => `${partnerName}（${partnerNo}）` },
        { show: "storeName" },
        { show: "positionCode" },
        { show: "contractType" },
        { show: "joinOn" },
        { show: "leaveOn", when: ({ leaveOn }) => leaveOn !== null },
        { show: "wecomUserId" },
        { show: "submittedByName" },
        { show: "createdAt" },
      ]}
    />
  );
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
