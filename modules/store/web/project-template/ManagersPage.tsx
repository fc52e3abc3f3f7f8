import { dayOf } from "@ops/platform/contract";
import {
  FormDialog,
  ListFrame,
  PlainTable,
  pageOf,
  RefPicker,
  serverNow,
  tableColumnsOf,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import {
  listProjectManagers,
  type ProjectManager,
  ProjectManagersPage,
  projectKinds,
  saveProjectManager,
  ProjectManager as schema,
} from "@ops/store/contract";
import { Button, Tag } from "antd";
import { useState } from "react";

const keys = ["regionOrgIds", "cityCodes", "kinds", "maxActive", "validFrom", "validTo", "isEnabled"] as const;

/** 项目经理设置 (5.8): who manages projects where, and how many. */
export default pageOf(ProjectManagersPage, function ManagersPage() {
  const may = useMay();
  const answer = useEndpoint(listProjectManagers, {}, { silent: true });
  const editing = useDialog<ProjectManager | "new">();
  const columns = tableColumnsOf(schema, {
    userName: 110,
    regionOrgNames: { as: ({ regionOrgNames }) => regionOrgNames.join("、") || "-" },
    cityNames: { as: ({ cityNames }) => cityNames.join("、") || "-" },
    kinds: { as: ({ kinds }) => kinds.map((kind) => projectKinds[kind]).join("、") || "全部" },
    active: { width: 110, as: ({ active, maxActive }) => `${active} / ${maxActive}` },
    validFrom: true,
    validTo: true,
    isEnabled: {
      width: 80,
      as: ({ isEnabled }) => <Tag color={isEnabled ? "success" : "default"}>{isEnabled ? "启用" : "停用"}</Tag>,
    },
  });
  const act = {
    title: "操作",
    width: 80,
    render: (_: unknown, manager: ProjectManager) => (
      <Button type="link" size="small" onClick={() => editing.open(manager)}>
        编辑
      </Button>
    ),
  };
  return (
    <ListFrame
      title="项目经理设置"
      tools={[{ label: "新增项目经理", needs: saveProjectManager, primary: true, run: () => editing.open("new") }]}
      dialogs={
        editing.value && (
          <ManagerDialog manager={editing.value === "new" ? null : editing.value} onClose={editing.close} />
        )
      }
    >
      <PlainTable<ProjectManager>
        of={answer}
        rows={answer.data}
        empty="还没有项目经理，新项目不会自动匹配"
        columns={may(saveProjectManager) ? [...columns, act] : columns}
      />
    </ListFrame>
  );
});

interface Props {
  readonly manager: ProjectManager | null;
  readonly onClose: () => void;
}

/** A new person is chosen first, because the setting belongs to the person. */
function ManagerDialog({ manager, onClose }: Props) {
  const [userId, setUserId] = useState<string | null>(manager?.userId ?? null);
  return (
    <FormDialog
      title={manager ? `编辑 · ${manager.userName}` : "新增项目经理"}
      endpoint={saveProjectManager}
      params={{ userId: userId ?? "" }}
      record={manager ?? { validFrom: dayOf(serverNow()), maxActive: 8, isEnabled: true, version: null }}
      refusals={{ STORE_MANAGER_DAYS: "validTo" }}
      fields={keys}
      special={{ regionOrgIds: { hint: "大区和城市都不选：全部" }, validTo: { required: false } }}
      done="保存成功！"
      onClose={onClose}
    >
      {manager === null && (
        <RefPicker
          kind="activePerson"
          by={saveProjectManager.permission}
          label="项目经理"
          value={userId}
          onChange={(chosen) => setUserId(chosen ?? null)}
        />
      )}
    </FormDialog>
  );
}
