import { MOST_NAMED, type RefChoice, refKinds, searchRefs } from "@ops/platform/contract";
import { useEndpoint } from "../call/use-query.ts";
import {
  type ChoiceControl,
  type ChoicesControl,
  chosenName,
  type SearchOption,
  SearchSelect,
  SearchSelectMany,
} from "../form/input/SearchSelect.tsx";
import { useMay } from "../session/use-session.ts";

/** The kind of record, and the call. The code of the call tells the server who asks and which scope applies. */
interface About {
  readonly kind: string;
  readonly by: string;
  readonly label?: string;
  /** Names of present references, if the edited record gives them. */
  readonly known?: readonly SearchOption[];
  /** Which record must not be offered. */
  readonly except?: string;
  readonly placeholder?: string;
  readonly nothing?: string;
  readonly invalid?: boolean;
}

/** Chooses a record of a kind by its number, its name or more, as the kind allows. */
export function RefPicker({ kind, by, ...control }: About & ChoiceControl) {
  return <SearchSelect {...useQuestion(kind, by)} {...control} />;
}

/** Chooses several records of a kind. */
export function RefsPicker({ kind, by, known = [], ...control }: About & ChoicesControl) {
  const named = useNames({ kind, by, ids: control.value ?? [], known });
  return <SearchSelectMany {...useQuestion(kind, by)} {...control} known={named} />;
}

/**
 * Makes the search. It is not made with a code that the user lacks: a form for reading shows names and offers nothing.
 */
function useQuestion(kind: string, by: string) {
  const may = useMay();
  const { entity = "记录", hint = "请选择" } = refKinds.get(kind) ?? {};
  return {
    endpoint: searchRefs,
    enabled: may(by),
    inputOf: (typed: { keyword?: string }) => ({ params: { kind }, query: { ...typed, by } }),
    optionOf: ({ id, name, no, note }: RefChoice) => {
      const detail = [no, note].filter(Boolean).join(" · ");
      return { value: id, label: name, ...(detail ? { detail } : {}) };
    },
    nameOf: (id: string) => <RefName kind={kind} by={by} id={id} />,
    placeholder: hint,
    nothing: `没有符合的${entity}`,
  };
}

interface Naming {
  readonly kind: string;
  readonly by: string;
  readonly ids: readonly string[];
  readonly known: readonly SearchOption[];
}

/** Loads the names of present references that are still unknown, with one call. */
function useNames({ kind, by, ids, known }: Naming): readonly SearchOption[] {
  const isNamed = (id: string) => known.some(({ value }) => value === id) || chosenName(searchRefs, id) !== undefined;
  const unnamed = ids.filter((id) => !isNamed(id)).slice(0, MOST_NAMED);
  const asked = { params: { kind }, query: { by, ids: unnamed.join(",") } };
  const { data = [] } = useEndpoint(searchRefs, asked, {
    enabled: unnamed.length > 1,
    silent: true,
    keepPrevious: true,
  });
  return [...known, ...data.map(({ id, name }) => ({ value: id, label: name }))];
}

/** The name of a record that is known by its id alone, for those who may see it. */
export function RefName({ kind, by, id }: { readonly kind: string; readonly by: string; readonly id: string }) {
  const may = useMay();
  const known = chosenName(searchRefs, id);
  const asked = { params: { kind }, query: { by, ids: id } };
  const { data } = useEndpoint(searchRefs, asked, { enabled: known === undefined && may(by), silent: true });
  return known ?? (data ? (data[0]?.name ?? `其他${refKinds.get(kind)?.entity ?? ""}`) : "…");
}
