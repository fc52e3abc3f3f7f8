import type { ImportKind } from "@ops/platform/contract";
import { Button } from "antd";
import { useMay, useSession } from "../session/use-session.ts";
import { isGranted } from "../shell/menu-tree.ts";
import { goTo } from "../shell/navigator.ts";
import { addressOfImport, IMPORTS } from "./import-address.ts";

/** Opens the import center with this kind chosen, for whoever may import it and has the page. */
export function ImportButton({ kind }: { readonly kind: Pick<ImportKind, "key" | "permission" | "byHand"> }) {
  const may = useMay();
  const { menu } = useSession();
  if (!may(kind.byHand ?? kind.permission) || !isGranted(IMPORTS, menu)) return null;
  return <Button onClick={() => goTo(addressOfImport(kind.key))}>导入</Button>;
}
