import type { ImportKind } from "@ops/platform/contract";
import { Button } from "antd";
import { useMay, useSession } from "../session/use-session.ts";
import { isGranted } from "../shell/menu/menu-tree.ts";
import { goTo } from "../shell/navigator.ts";
import { addressOfImport, type Beside, IMPORTS } from "./import-address.ts";

interface Props {
  readonly kind: Pick<ImportKind, "key" | "permission" | "byHand">;
  /** What counts for all rows of the file, where the kind wants something (PF-R133). */
  readonly beside?: Beside;
}

/** Opens the import center with this kind, for people who may import it and have the page. */
export function ImportButton({ kind, beside }: Props) {
  const may = useMay();
  const { menu } = useSession();
  if (!may(kind.byHand ?? kind.permission) || !isGranted(IMPORTS, menu)) return null;
  return <Button onClick={() => goTo(addressOfImport(kind.key, beside))}>导入</Button>;
}
