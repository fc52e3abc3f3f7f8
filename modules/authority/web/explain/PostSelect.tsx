import { getEffectiveRights } from "@ops/authority/contract";
import { useEndpoint } from "@ops/platform/web";
import { Select } from "antd";

interface Props {
  readonly userId: string | null;
  readonly value: string | null;
  readonly onChange: (membershipId: string | null) => void;
}

const UNION = "全部组织(合并视图)";

/** One of the posts in force of a person, or all of them together. */
export function PostSelect({ userId, value, onChange }: Props) {
  const input = { params: { id: userId ?? "" }, query: {} };
  const answer = useEndpoint(getEffectiveRights, input, { enabled: userId !== null, silent: true });
  const posts = answer.data?.posts ?? [];
  return (
    <Select
      aria-label="任职"
      disabled={userId === null}
      loading={answer.isFetching}
      options={[
        { value: "", label: UNION },
        ...posts.map(({ membershipId, name }) => ({ value: membershipId, label: name })),
      ]}
      value={value ?? ""}
      onChange={(chosen: string) => onChange(chosen === "" ? null : chosen)}
    />
  );
}
