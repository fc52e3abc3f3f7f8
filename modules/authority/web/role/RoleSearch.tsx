import { getRole, listRoles, type Role } from "@ops/authority/contract";
import {
  type ChoiceControl,
  type ChoicesControl,
  chosenName,
  SearchSelect,
  SearchSelectMany,
  useEndpoint,
  useMay,
} from "@ops/platform/web";

interface About {
  readonly label?: string;
  /** Only roles in this state. */
  readonly status?: Role["status"];
  /** What is chosen already, with the names. */
  readonly known?: readonly { value: string; label: string }[];
  readonly placeholder?: string;
}

/** Any role in sight, found by name or code. */
export function RoleSearch({ status, ...rest }: About & ChoiceControl) {
  return <SearchSelect {...useQuestion(status)} {...rest} />;
}

export function RoleSearchMany({ status, ...rest }: About & ChoicesControl) {
  return <SearchSelectMany {...useQuestion(status)} {...rest} />;
}

function useQuestion(status: Role["status"] | undefined) {
  const may = useMay();
  return {
    endpoint: listRoles,
    inputOf: (typed: { keyword?: string }) => ({ query: { ...typed, ...(status ? { status } : {}), pageSize: 50 } }),
    optionOf: ({ id, name }: Role) => ({ value: id, label: name }),
    nameOf: (id: string) => <RoleName id={id} />,
    enabled: may(listRoles),
    placeholder: "请选择角色",
    nothing: "没有符合的角色",
  };
}

/** Of a role that is known by its id alone. */
export function RoleName({ id }: { readonly id: string }) {
  const name = chosenName(listRoles, id);
  const answer = useEndpoint(getRole, { params: { id } }, { enabled: name === undefined, silent: true });
  return name ?? answer.data?.name ?? "…";
}
