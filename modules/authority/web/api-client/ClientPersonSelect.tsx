import { listApiClientPeople } from "@ops/authority/contract";
import { type ChoiceControl, DictText, SearchSelect } from "@ops/platform/web";

interface Props extends ChoiceControl {
  /** Only those whose rights may be lent. */
  readonly lends?: boolean;
  /** How the chosen person is called, before any list has been loaded. */
  readonly known?: { readonly id: string; readonly userName: string } | undefined;
}

/** Chooses a person in reach by name or staff number. */
export function ClientPersonSelect({ lends = false, known, ...control }: Props) {
  return (
    <SearchSelect
      {...control}
      placeholder="输入姓名或工号查找"
      nothing="没有符合条件的人员"
      endpoint={listApiClientPeople}
      inputOf={(typed) => ({ query: { ...typed, ...(lends ? { lends: "true" } : {}) } })}
      optionOf={({ id, userName, userType, primaryPost }) => ({
        value: id,
        label: userName,
        detail: (
          <>
            <DictText code="user_type" value={userType} />
            {primaryPost && ` · ${primaryPost}`}
          </>
        ),
      })}
      known={known ? [{ value: known.id, label: known.userName }] : []}
    />
  );
}
