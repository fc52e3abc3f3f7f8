import { listApiClientInterfaces } from "@ops/authority/contract";
import { useEndpoint } from "@ops/platform/web";
import { Select } from "antd";
import { MethodPath } from "../interface/interface-texts.tsx";

interface Props {
  readonly id?: string;
  readonly value?: readonly string[];
  readonly onChange?: (ids: string[]) => void;
}

/** Chooses among the interfaces that the operator may grant, grouped by service and searchable by name or path. */
export function InterfaceSelect({ id, value, onChange }: Props) {
  const answer = useEndpoint(listApiClientInterfaces, {}, { staleTime: 60_000 });
  const interfaces = answer.data ?? [];
  const found = new Map(interfaces.map((one) => [one.id, one]));
  const options = [...Map.groupBy(interfaces, ({ service }) => service)].map(([service, ofService]) => ({
    label: service,
    options: ofService.map(({ id: value, name, path }) => ({ value, label: name, search: `${name} ${path}` })),
  }));
  return (
    <Select
      {...(id ? { id } : {})}
      className="form-wide"
      mode="multiple"
      allowClear
      maxTagCount={8}
      showSearch={{ optionFilterProp: "search" }}
      placeholder={answer.data?.length === 0 ? "没有可授权的接口" : "请选择接口"}
      loading={answer.isPending}
      options={options}
      optionRender={({ label, value: chosen }) => {
        const one = found.get(String(chosen));
        return (
          <span className="client-interface">
            <span>{label}</span>
            {one && <MethodPath {...one} />}
          </span>
        );
      }}
      value={[...(value ?? [])]}
      onChange={(ids: string[]) => onChange?.(ids)}
    />
  );
}
