import {
  createOrganization,
  createOrgChange,
  disableOrganization,
  editOrganization,
  enableOrganization,
  mergeOrganization,
  type Organization,
  organizationStates,
  removeOrganization,
} from "@ops/authority/contract";
import { type DetailAction, moveAction, removeAction } from "@ops/platform/web";
import { CreateOrganizationDialog, EditOrganizationDialog } from "./lazy-dialogs.ts";
import type { ChangeKind } from "./OrgChangeDialog.tsx";

interface Ways {
  readonly onCreated: (organization: Organization) => void;
  readonly onChange: (kind: ChangeKind, organization: Organization) => void;
  readonly onRemoved: (organization: Organization) => void;
}

const isOurs = ({ managedBy }: Organization) => managedBy === null;
const shared = {
  machine: organizationStates,
  nameOf: ({ name }: Organization) => name,
};
const moves = [
  moveAction({
    ...shared,
    move: "disable",
    endpoint: disableOrganization,
    consequence: "停用后不能在该组织下新增人员和下级组织。",
    danger: true,
    when: (it) => isOurs(it) && it.parentId !== null,
  }),
  moveAction({
    ...shared,
    move: "enable",
    endpoint: enableOrganization,
    consequence: "启用后恢复停用前的状态。",
    when: (it) => isOurs(it) && it.mergedIntoName === null,
  }),
];

/** What can be done with an organisation, the same in the tree page and on its own page. */
export function organizationActions({ onCreated, onChange, onRemoved }: Ways): DetailAction<Organization>[] {
  return [
    removeAction({
      endpoint: removeOrganization,
      question: ({ name }: Organization) => `确认删除「${name}」？删除后编码不能再次使用。`,
      when: (it) => isOurs(it) && it.parentId !== null && it.totalPeople === 0,
      onDone: onRemoved,
    }),
    ...moves,
    {
      label: "合并",
      needs: mergeOrganization,
      when: (it) => isOurs(it) && it.parentId !== null && it.status === "ENABLED",
      run: (it) => onChange("merge", it),
    },
    {
      label: "移动",
      needs: createOrgChange,
      when: ({ parentId, mergedIntoName }) => parentId !== null && mergedIntoName === null,
      run: (it) => onChange("move", it),
    },
    {
      label: "编辑",
      needs: editOrganization,
      ask: (it, onClose) => <EditOrganizationDialog organization={it} onClose={onClose} />,
    },
    {
      label: "新增下级",
      needs: createOrganization,
      primary: true,
      when: ({ status, level }) => status === "ENABLED" && level < 8,
      ask: (it, onClose) => <CreateOrganizationDialog parent={it} onCreated={onCreated} onClose={onClose} />,
    },
  ];
}
