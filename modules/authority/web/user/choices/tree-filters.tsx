import { customFilter } from "@ops/platform/web";
import { useOrganizationTree } from "../../organization/use-organization-tree.ts";

/**
 * The filters that the tree beside a list sets. They are chosen in the tree and shown wherever the list tells its
 * filters.
 */
export const treeFilters = [
  customFilter(
    "organizationId",
    "组织",
    () => null,
    (id) => <ChosenOrganization id={id} />,
  ),
  customFilter(
    "withChildren",
    "含下级",
    () => null,
    () => "否",
  ),
];

function ChosenOrganization({ id }: { readonly id: string }) {
  const { loaded } = useOrganizationTree("");
  return loaded.find((one) => one.id === id)?.name ?? "树上所选的组织";
}
