import { dayOf } from "@ops/platform/contract";
import { type ChoiceControl, FormDialog, fieldsOf, serverNow } from "@ops/platform/web";
import { createMovement, type Staff } from "@ops/store/contract";
import { Alert, Form } from "antd";
import { StoreTreeInput } from "../StoreTreeInput.tsx";
import { useSeatChoices } from "../use-positions.ts";
import { MovementFiles } from "./MovementFiles.tsx";
import { SuccessorsInput, successorOptions } from "./SuccessorsInput.tsx";
import { useStaffWork } from "./use-staff-work.ts";

const { SelectField } = fieldsOf(createMovement);

interface Props {
  readonly staff: Staff;
  readonly onClose: () => void;
}

/** 调动: another store or another position, from a day on (5.2). */
export function MoveDialog({ staff: { id, name, storeId, storeName, positionName }, onClose }: Props) {
  const work = useStaffWork(id);
  return (
    <FormDialog
      title={`调动 · ${name}`}
      okText="提交审批"
      endpoint={createMovement}
      record={{ staffId: id, kind: "TRANSFER", effectiveDate: dayOf(serverNow()), successors: [] }}
      refusals={{
        STORE_HEADCOUNT_FULL: "toPositionCode",
        STORE_MOVE_TARGET: "toPositionCode",
        STORE_MOVE_SAME_PLACE: "toPositionCode",
        STORE_HANDOVER_PENDING: "successors",
        STORE_SUCCESSOR: "successors",
      }}
      done="已提交审批！"
      fields={[
        "kind",
        "effectiveDate",
        "toStoreId",
        "toPositionCode",
        "successors",
        "defaultSuccessorId",
        "reason",
        "fileIds",
      ]}
      special={{
        kind: {
          options: [
            { value: "TRANSFER", label: "调店" },
            { value: "POSITION", label: "调岗" },
          ],
        },
        toStoreId: { required: false, hint: "调岗时不用选择", control: <TargetStore /> },
        toPositionCode: <TargetPosition ownStoreId={storeId} />,
        successors: { label: "名下业务交接", required: false, full: true, control: <SuccessorsInput work={work} /> },
        defaultSuccessorId: {
          required: false,
          options: successorOptions(work.data),
          hint: "接手未指定的和以后新增的事项",
        },
        reason: { full: true },
        fileIds: <MovementFiles />,
      }}
      onClose={onClose}
    >
      <Alert className="form-full form-alert" type="info" showIcon title={`现在：${storeName} · ${positionName}`} />
    </FormDialog>
  );
}

/** 选择组织 with the seats on that day. */
function TargetStore(control: ChoiceControl) {
  return <StoreTreeInput {...control} day={Form.useWatch("effectiveDate") ?? null} />;
}

/** The positions of the target with the seats on that day. */
function TargetPosition({ ownStoreId }: { readonly ownStoreId: string }) {
  const [kind, day]: (string | undefined)[] = [Form.useWatch("kind"), Form.useWatch("effectiveDate")];
  const chosen: string | null | undefined = Form.useWatch("toStoreId");
  const storeId = kind === "POSITION" ? ownStoreId : (chosen ?? undefined);
  const { options, loading } = useSeatChoices(storeId, day);
  const hint = kind === "POSITION" ? undefined : "不选择时岗位不变";
  return <SelectField name="toPositionCode" options={options} loading={loading} required={false} hint={hint} />;
}
