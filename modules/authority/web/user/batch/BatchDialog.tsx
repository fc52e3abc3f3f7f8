import { batchMove, listIdleUsers, listUsers, PositionRef, type User } from "@ops/authority/contract";
import { BatchDrawer, DayInput, type FilterValues, RefPicker } from "@ops/platform/web";
import { Form } from "antd";
import { RoleSelect } from "../../grant/RoleSelect.tsx";
import { OrganizationSelect } from "../../organization/OrganizationSelect.tsx";
import { type BatchKind, batchKinds } from "./batch-kinds.ts";

interface Props {
  readonly kind: BatchKind;
  readonly people: readonly User[];
  /** The present filters of the list. */
  readonly filter: FilterValues;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const refreshes = [listUsers, listIdleUsers];

/** One action on many people. */
export function BatchDialog({ kind, people, filter, onDone, onClose }: Props) {
  const { calls, word, consequence, valuesOf } = batchKinds[kind];
  const sources = { ids: people.map(({ id }) => id), filter, numberLabel: "工号" };
  return (
    <BatchDrawer
      kind={calls}
      word={word}
      consequence={consequence}
      danger={kind === "disable" || kind === "revoke"}
      sources={sources}
      valuesOf={valuesOf}
      refreshes={refreshes}
      onDone={onDone}
      onClose={onClose}
    >
      {(kind === "grant" || kind === "revoke") && (
        <Form.Item name="roleIds" label="角色" rules={[{ required: true, message: "请选择角色！" }]}>
          <RoleSelect />
        </Form.Item>
      )}
      {kind === "grant" && (
        <Form.Item name="validTo" label="有效期至" extra="空为长期；当天仍有效，次日 00:00 失效">
          <DayInput />
        </Form.Item>
      )}
      {kind === "move" && (
        <>
          <Form.Item name="organizationId" label="目标组织" rules={[{ required: true, message: "请选择组织！" }]}>
            <OrganizationSelect />
          </Form.Item>
          <Form.Item name="positionId" label="职位" extra="空为保持每个人现在的职位">
            <RefPicker kind={PositionRef.kind} by={batchMove.run.permission} />
          </Form.Item>
        </>
      )}
    </BatchDrawer>
  );
}
