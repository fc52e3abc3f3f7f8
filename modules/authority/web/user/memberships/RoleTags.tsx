import { Tag, Tooltip } from "antd";

const SHOWN = 2;

interface Props {
  readonly names: readonly string[];
  /** How many more roles there are that the reader may not see. */
  readonly others: number;
}

/** Shows the first roles and how many more there are. */
export function RoleTags({ names, others }: Props) {
  if (names.length === 0 && others === 0) return "-";
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
      {others > 0 && <Tag>其他 {others} 项</Tag>}
    </span>
  );
}
