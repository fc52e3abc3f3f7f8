import { regionTree } from "@ops/platform/contract";
import { useEndpoint } from "@ops/platform/web";
import { Select } from "antd";

interface Props {
  readonly id?: string;
  readonly value?: readonly string[] | null;
  readonly onChange?: (codes: string[]) => void;
  readonly disabled?: boolean;
}

const DAY_MS = 86_400_000;

/** The cities of the country below their provinces. */
export function useCities() {
  const tree = useEndpoint(regionTree, { query: { depth: 2 } }, { silent: true, staleTime: DAY_MS });
  const provinces = (tree.data ?? []).map(({ name, children }) => ({
    label: name,
    options: children.map((city) => ({ value: city.code, label: city.name, search: `${city.name} ${city.pinyin}` })),
  }));
  return { provinces, loading: tree.isLoading };
}

/** Several cities, found by name, pinyin or initials. */
export function CitySelect({ id, value, onChange, disabled = false }: Props) {
  const { provinces, loading } = useCities();
  return (
    <Select
      {...(id ? { id } : {})}
      className="form-wide"
      mode="multiple"
      maxTagCount="responsive"
      placeholder="请选择城市"
      disabled={disabled}
      loading={loading}
      options={provinces}
      showSearch={{
        filterOption: (typed, option) => fits(typed, option && "search" in option ? String(option.search) : ""),
      }}
      value={[...(value ?? [])]}
      onChange={(codes: string[]) => onChange?.(codes)}
    />
  );
}

/** 杭, hang or hz. */
function fits(typed: string, search: string): boolean {
  const [name = "", ...syllables] = search.split(" ");
  const wanted = typed.trim().toLowerCase();
  const sounds = [syllables.join(""), syllables.map((one) => one.charAt(0)).join("")];
  return name.includes(wanted) || sounds.some((sound) => sound.startsWith(wanted));
}
