import { choicesOf, FormDialog, fieldsOf, useEndpoint } from "@ops/platform/web";
import { listStoreStaff, moveStore, operateModes, type Store, setStoreManager } from "@ops/store/contract";
import { Alert } from "antd";
import { usePartnerOfMode } from "./use-partner-of-mode.ts";

const { RefField } = fieldsOf(moveStore);

interface Props {
  readonly store: Store;
  readonly onClose: () => void;
}

/** 变更归属: mode, partner and place in the tree (ST-R6). */
export function MoveStoreDialog({ store: { id, name, version, operateMode, partnerId }, onClose }: Props) {
  return (
    <FormDialog
      kind="modal"
      title={`变更归属 · ${name}`}
      endpoint={moveStore}
      params={{ id }}
      record={{ operateMode, partnerId, version }}
      done="归属已变更！"
      fields={["operateMode", "partnerId", "regionId", "reason"]}
      special={{
        operateMode: { options: choicesOf(operateModes) },
        partnerId: <ChosenPlace key="partnerId" />,
        regionId: null,
      }}
      onClose={onClose}
    >
      <Alert className="form-alert" type="info" showIcon title="门店与其组织一起移动，可见范围随之变化。" />
    </FormDialog>
  );
}

/** The partner, or the region of a store that the brand runs itself. */
function ChosenPlace() {
  const mode = usePartnerOfMode();
  return mode === "DIRECT" ? <RefField name="regionId" required /> : <RefField name="partnerId" required />;
}

/** 设置店长: somebody in post here, own or of the partner. */
export function ManagerDialog({ store: { id, name, version, managerId, managerName }, onClose }: Props) {
  const { data, isPending } = useEndpoint(listStoreStaff, { params: { id } }, { silent: true });
  const inPost = (data ?? []).flatMap(({ group, userId, name: person, positionName }) =>
    userId !== null && (group === "IN_POST" || group === "PARTNER")
      ? [{ value: userId, label: positionName ? `${person}（${positionName}）` : person }]
      : [],
  );
  const present = managerId && !inPost.some(({ value }) => value === managerId) ? [managerId] : [];
  const options = [...inPost, ...present.map((value) => ({ value, label: managerName ?? "-" }))];
  return (
    <FormDialog
      kind="modal"
      title={`设置店长 · ${name}`}
      endpoint={setStoreManager}
      params={{ id }}
      record={{ userId: managerId, version }}
      done="店长已设置！"
      fields={["userId"]}
      special={{ userId: { options, loading: isPending, hint: "本店在岗人员，不选则暂无店长" } }}
      onClose={onClose}
    />
  );
}
