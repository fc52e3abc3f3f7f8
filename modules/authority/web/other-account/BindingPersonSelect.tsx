import { listBindingPeople } from "@ops/authority/contract";
import { type ChoiceControl, SearchSelect } from "@ops/platform/web";
import { Tag } from "antd";
import { useDeferredValue } from "react";

interface Props extends ChoiceControl {
  readonly externalId?: string;
  readonly accountId?: string;
}

/**
 * Chooses the owner of an identity. People with the same phone or staff number are offered before anything is typed.
 */
export function BindingPersonSelect({ externalId, accountId, ...control }: Props) {
  const identity = useDeferredValue(externalId?.trim() ?? "");
  const about = { ...(identity ? { externalId: identity } : {}), ...(accountId ? { accountId } : {}) };
  return (
    <SearchSelect
      {...control}
      placeholder="输入姓名、工号或手机号查找"
      nothing="没有符合条件的人员，请输入姓名查找"
      endpoint={listBindingPeople}
      inputOf={(typed) => ({ query: { ...typed, ...about } })}
      optionOf={({ id, userName, staffNo, mobilePhone, primaryPost, suggestion }) => ({
        value: id,
        label: userName,
        detail: (
          <>
            {suggestion && <Tag color="blue">{suggestion}</Tag>}
            {[staffNo, mobilePhone, primaryPost].filter(Boolean).join(" · ")}
          </>
        ),
      })}
    />
  );
}
