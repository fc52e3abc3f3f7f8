import {
  type Offboarding,
  type OffboardPreview,
  offboardPreview,
  offboardUser,
  type User,
} from "@ops/authority/contract";
import { FormDialog, fieldsOf, useEndpoint } from "@ops/platform/web";
import { Alert, Skeleton } from "antd";
import { useState } from "react";
import { OffboardResult } from "./OffboardResult.tsx";
import { SuccessorsInput } from "./SuccessorsInput.tsx";
import "../user.css";

const { CustomField } = fieldsOf(offboardUser);

/** A refusal of a successor is shown beside the field where the successor is chosen. */
const refusals = {
  LEADER_REQUIRED: "successors",
  OFFBOARD_UNFIT: "successors",
  OFFBOARD_SUCCESSOR: "successors",
} as const;

interface Props {
  readonly user: User;
  readonly onClose: () => void;
}

/** Shows what ends and asks who takes the work over; then shows the progress (AU-R10). */
export function OffboardDialog({ user, onClose }: Props) {
  const [begun, setBegun] = useState<Offboarding | null>(null);
  const preview = useEndpoint(offboardPreview, { params: { id: user.id } }, { silent: true, staleTime: 0 });
  if (begun) return <OffboardResult user={user} begun={begun} onClose={onClose} />;
  return (
    <FormDialog
      danger
      width={600}
      title={`办理离职 · ${user.userName}`}
      okText="办理离职"
      endpoint={offboardUser}
      params={{ id: user.id }}
      record={{ version: user.version, successors: [] }}
      refusals={refusals}
      onDone={setBegun}
      fields={["reason"]}
      onClose={onClose}
    >
      <Alert
        className="form-full form-alert"
        type="warning"
        showIcon
        title="办理后该账号立即退出登录，任职与授权全部结束，不能撤销；再次入职请办理复职。"
      />
      {preview.isPending && <Skeleton className="form-full" active title={false} paragraph={{ rows: 6 }} />}
      {preview.error && <Alert className="form-full form-alert" type="error" showIcon title={preview.error.message} />}
      {preview.data && (
        <>
          <Ends ends={preview.data.ends} />
          <CustomField name="successors" label="工作移交" required={false} full>
            <SuccessorsInput works={preview.data.works} leaverId={user.id} />
          </CustomField>
        </>
      )}
    </FormDialog>
  );
}

function Ends({ ends }: { readonly ends: OffboardPreview["ends"] }) {
  return (
    <section className="form-full offboard-ends" aria-label="将要结束">
      <h3>将要结束</h3>
      <dl>
        {ends.map(({ kind, label, count }) => (
          <div key={kind} data-none={count === 0}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
