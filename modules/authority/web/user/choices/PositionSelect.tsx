import { listPositions } from "@ops/authority/contract";
import { type ChoiceControl, SearchSelect, useMay } from "@ops/platform/web";

/** A position that may be given, found by name or code. */
export function PositionSelect(control: ChoiceControl & { readonly label?: string }) {
  const may = useMay();
  return (
    <SearchSelect
      {...control}
      placeholder="请选择职位"
      nothing="没有符合的职位"
      enabled={may(listPositions)}
      endpoint={listPositions}
      inputOf={(typed) => ({ query: { ...typed, status: "ENABLED" as const, pageSize: 50 } })}
      optionOf={({ id, name }) => ({ value: id, label: name })}
    />
  );
}
