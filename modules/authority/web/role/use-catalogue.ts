import { listPermissions, type Permission, type PermissionPage, type RuledFieldLine } from "@ops/authority/contract";
import { useEndpoint } from "@ops/platform/web";
import { useMemo } from "react";

export interface Catalogue {
  readonly pages: readonly PermissionPage[];
  readonly permissions: readonly Permission[];
  readonly interfaceIds: Readonly<Record<string, string>>;
  readonly fields: readonly RuledFieldLine[];
  readonly loading: boolean;
  readonly failure: string | null;
  retry(): void;
  codeName(code: string): string;
  pageName(key: string): string;
  interfaceName(id: string): string;
  fieldName(key: string): string;
  find(code: string): Permission | undefined;
}

/** Loads everything that a role may contain, with names. */
export function useCatalogue(): Catalogue {
  const { data, isPending, error, refetch } = useEndpoint(listPermissions, {}, { staleTime: 60_000, silent: true });
  return useMemo(() => {
    const pages = data?.pages ?? [];
    const permissions = data?.permissions ?? [];
    const interfaceIds = data?.interfaceIds ?? {};
    const fields = data?.fields ?? [];
    const byField = new Map(fields.map((field) => [field.key, `${field.resourceName}·${field.label}`]));
    const byCode = new Map(permissions.map((permission) => [permission.code, permission]));
    const calls = new Map(Object.entries(interfaceIds).map(([call, id]) => [id, call]));
    const titles = new Map(pages.map(({ key, title }) => [key, title]));
    return {
      pages,
      permissions,
      interfaceIds,
      fields,
      loading: isPending,
      failure: error?.message ?? null,
      retry: () => void refetch(),
      codeName: (code) => byCode.get(code)?.name ?? code,
      pageName: (key) => titles.get(key) ?? key,
      interfaceName: (id) => calls.get(id) ?? "已不存在的接口",
      fieldName: (key) => byField.get(key) ?? key,
      find: (code) => byCode.get(code),
    };
  }, [data, isPending, error, refetch]);
}
