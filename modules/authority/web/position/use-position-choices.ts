import { listPositionRoles } from "@ops/authority/contract";
import { useDict, useEndpoint } from "@ops/platform/web";

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** Roles that the operator may not choose are still shown by name if the position has them. */
export function usePositionChoices(held: readonly Choice[]): { types: readonly Choice[]; roles: readonly Choice[] } {
  const types = useDict("organization_type").options;
  const answer = useEndpoint(listPositionRoles, {}, { silent: true });
  const offered = (answer.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return { types, roles: [...offered, ...held.filter(({ value }) => !offered.some((it) => it.value === value))] };
}
