import { Tag, Tooltip } from "antd";

const SHOWN = 2;

/** The first roles and how many more. */
export function RoleTags({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return "-";
  const more = names.slice(SHOWN);
  return (
    <span className="role-tags">
      {names.slice(0, SHOWN).map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
      {more.length > 0 && (
        <Tooltip title={more.join("、")}>
          <Tag>+{more.length}</Tag>
        </Tooltip>
      )}
    </span>
  );
}
