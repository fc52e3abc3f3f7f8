import { listPermissions, type Permission, type PermissionPage } from "@ops/authority/contract";
import { useEndpoint } from "@ops/platform/web";
import { useMemo } from "react";

export interface Catalogue {
  readonly pages: readonly PermissionPage[];
  readonly permissions: readonly Permission[];
  readonly loading: boolean;
  readonly failure: string | null;
  retry(): void;
  codeName(code: string): string;
  pageName(key: string): string;
  find(code: string): Permission | undefined;
}

/** Everything a role may hold, with names. */
export function useCatalogue(): Catalogue {
  const { data, isPending, error, refetch } = useEndpoint(listPermissions, {}, { staleTime: 60_000, silent: true });
  return useMemo(() => {
    const pages = data?.pages ?? [];
    const permissions = data?.permissions ?? [];
    const byCode = new Map(permissions.map((permission) => [permission.code, permission]));
    const titles = new Map(pages.map(({ key, title }) => [key, title]));
    return {
      ...{ pages, permissions, loading: isPending, failure: error?.message ?? null },
      retry: () => void refetch(),
      codeName: (code) => byCode.get(code)?.name ?? code,
      pageName: (key) => titles.get(key) ?? key,
      find: (code) => byCode.get(code),
    };
  }, [data, isPending, error, refetch]);
}
