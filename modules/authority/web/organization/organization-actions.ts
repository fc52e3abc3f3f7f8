import {
  createOrganization,
  createOrgChange,
  disableOrganization,
  editOrganization,
  enableOrganization,
  getOrganization,
  listOrgChanges,
  mergeOrganization,
  type Organization,
  organizationStates,
  organizationTree,
  removeOrganization,
} from "@ops/authority/contract";
import { type DetailAction, type Dialog, useCall, useDialog } from "@ops/platform/web";
import type { ChangeKind } from "./OrgChangeDialog.tsx";

/** What every change of an organisation makes stale. */
export const staleAfterChange = [organizationTree, getOrganization, listOrgChanges];

export interface OrganizationDialogs {
  readonly creating: Dialog<Organization>;
  readonly editing: Dialog<Organization>;
  readonly disabling: Dialog<Organization>;
  readonly enabling: Dialog<Organization>;
}

export function useOrganizationDialogs(): OrganizationDialogs {
  const [creating, editing] = [useDialog<Organization>(), useDialog<Organization>()];
  const [disabling, enabling] = [useDialog<Organization>(), useDialog<Organization>()];
  return { creating, editing, disabling, enabling };
}

interface Ways {
  readonly dialogs: OrganizationDialogs;
  readonly onChange: (kind: ChangeKind, organization: Organization) => void;
  readonly onRemoved: (organization: Organization) => void;
}

/** What can be done with an organisation, the same in the tree page and on its own page. */
export function useOrganizationActions({ dialogs, onChange, onRemoved }: Ways): DetailAction<Organization>[] {
  const remove = useCall(removeOrganization, { done: "删除成功！", refreshes: [organizationTree] });
  const isOurs = ({ managedBy }: Organization) => managedBy === null;
  return [
    {
      label: "删除",
      needs: removeOrganization,
      danger: true,
      when: (it) => isOurs(it) && it.parentId !== null && it.totalPeople === 0,
      confirm: ({ name }) => `确认删除「${name}」？删除后编码不能再次使用。`,
      run: async (it) => {
        const answer = await remove.call({ params: { id: it.id }, query: { version: it.version } });
        if (answer.success) onRemoved(it);
      },
    },
    {
      label: "停用",
      needs: disableOrganization,
      danger: true,
      when: (it) => isOurs(it) && it.parentId !== null && organizationStates.can(it.status, "disable"),
      run: dialogs.disabling.open,
    },
    {
      label: "启用",
      needs: enableOrganization,
      when: (it) => isOurs(it) && it.mergedIntoName === null && organizationStates.can(it.status, "enable"),
      run: dialogs.enabling.open,
    },
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
    { label: "编辑", needs: editOrganization, run: dialogs.editing.open },
    {
      label: "新增下级",
      needs: createOrganization,
      primary: true,
      when: ({ status, level }) => status === "ENABLED" && level < 8,
      run: dialogs.creating.open,
    },
  ];
}
