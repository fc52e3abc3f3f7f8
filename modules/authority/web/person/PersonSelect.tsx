import { listUsers, type User } from "@ops/authority/contract";
import { type ChoiceControl, SearchSelect } from "@ops/platform/web";

interface Props extends ChoiceControl {
  readonly label: string;
  readonly placeholder?: string;
  /** Only people in this state. */
  readonly status?: User["status"];
  /** Who may not be chosen. */
  readonly except?: string;
  readonly invalid?: boolean;
  /** Who is chosen already, with the name. */
  readonly known?: { readonly id: string; readonly name: string };
}

/** Somebody in sight, found by name, full phone or staff number. */
export function PersonSelect({ status, known, ...rest }: Props) {
  return (
    <SearchSelect
      placeholder="姓名 / 完整手机号 / 完整工号"
      nothing={status === "ACTIVE" ? "没有符合的在职用户" : "没有符合的用户"}
      {...rest}
      endpoint={listUsers}
      inputOf={(typed) => ({ query: { ...typed, ...(status ? { status } : {}), pageSize: 20 } })}
      optionOf={({ id, userName, primaryPost, staffNo, boolAdmin }) => ({
        value: id,
        label: userName,
        detail: boolAdmin ? "管理员" : (primaryPost ?? staffNo),
      })}
      known={known ? [{ value: known.id, label: known.name }] : []}
    />
  );
}
