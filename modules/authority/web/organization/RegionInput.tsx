import { type RegionNode, regionTree } from "@ops/platform/contract";
import { useEndpoint } from "@ops/platform/web";
import { Cascader } from "antd";

interface Props {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
  readonly disabled?: boolean;
}

const DAY_MS = 86_400_000;

/** Province, city, district; held as the code of the last one chosen. */
export function RegionInput({ id, value, onChange, disabled = false }: Props) {
  const tree = useEndpoint(regionTree, { query: {} }, { staleTime: DAY_MS });
  return (
    <Cascader
      {...(id ? { id } : {})}
      className="form-wide"
      allowClear
      changeOnSelect
      disabled={disabled}
      loading={tree.isPending}
      placeholder="请选择省市区"
      fieldNames={{ label: "name", value: "code", children: "children" }}
      options={tree.data ?? []}
      showSearch={{ filter: (typed, path) => path.some(({ name, pinyin }) => isLike(typed, name, pinyin)) }}
      value={value ? codesTo(tree.data ?? [], value) : []}
      onChange={(codes) => onChange?.(codes?.at(-1) ?? null)}
    />
  );
}

/** 上海市 / 浦东新区 */
export function useRegionName(code: string | null): string {
  const tree = useEndpoint(regionTree, { query: {} }, { staleTime: DAY_MS, enabled: code !== null });
  if (code === null) return "-";
  const names: string[] = [];
  let level = tree.data ?? [];
  for (const step of codesTo(level, code)) {
    const found = level.find((region) => region.code === step);
    if (!found) break;
    names.push(found.name);
    level = found.children;
  }
  return names.join(" / ") || (tree.isPending ? "" : code);
}

function codesTo(regions: readonly RegionNode[], code: string): string[] {
  for (const region of regions) {
    if (region.code === code) return [code];
    const below = codesTo(region.children, code);
    if (below.length > 0) return [region.code, ...below];
  }
  return [];
}

function isLike(typed: string, name: string, pinyin: string): boolean {
  const sound = typed.toLowerCase();
  const initials = pinyin.split(" ").map((syllable) => syllable[0]);
  return name.includes(typed) || pinyin.replaceAll(" ", "").startsWith(sound) || initials.join("").startsWith(sound);
}
