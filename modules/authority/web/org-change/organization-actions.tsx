import {
  createOrganization,
  createOrgChange,
  editOrganization,
  mergeOrganization,
  type Organization,
  organizationActs,
  removeOrganization,
} from "@ops/authority/contract";
import { actionsOf, type DetailAction, removeAction } from "@ops/platform/web";
import { CreateOrganizationDialog, EditOrganizationDialog, OrgChangeDialog } from "./lazy-dialogs.ts";

interface Ways {
  readonly onCreated: (organization: Organization) => void;
  readonly onRemoved: (organization: Organization) => void;
}

const isOurs = ({ managedBy }: Organization) => managedBy === null;
const moves = actionsOf(organizationActs, {});

/** The actions on an organisation, the most usual first. Tree and detail page offer the same. */
export function organizationActions({ onCreated, onRemoved }: Ways): DetailAction<Organization>[] {
  return [
    {
      label: "新增下级",
      needs: createOrganization,
      primary: true,
      when: ({ status, level }) => status === "ENABLED" && level < 8,
      ask: (it, onClose) => <CreateOrganizationDialog parent={it} onCreated={onCreated} onClose={onClose} />,
    },
    {
      label: "编辑",
      needs: editOrganization,
      ask: (it, onClose) => <EditOrganizationDialog organization={it} onClose={onClose} />,
    },
    {
      label: "移动",
      needs: createOrgChange,
      when: ({ isMovable }) => isMovable,
      ask: (it, onClose) => <OrgChangeDialog kind="move" source={it} targetId={null} onClose={onClose} />,
    },
    {
      label: "合并",
      needs: mergeOrganization,
      when: (it) => isOurs(it) && it.parentId !== null && it.status === "ENABLED",
      ask: (it, onClose) => <OrgChangeDialog kind="merge" source={it} targetId={null} onClose={onClose} />,
    },
    ...moves,
    removeAction({
      endpoint: removeOrganization,
      question: ({ name }: Organization) => `确认删除「${name}」？删除后编码不能再次使用。`,
      when: (it) => isOurs(it) && it.parentId !== null && it.totalPeople === 0,
      onDone: onRemoved,
    }),
  ];
}
