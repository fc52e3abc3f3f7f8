import { Button } from "antd";
import { type AskedExport, type ExportedSheet, useExport } from "./use-export.tsx";

type Props = AskedExport & { readonly sheet: ExportedSheet };

/** Exports these rows in the background, for people with the right. */
export function ExportButton({ sheet, ...asked }: Props) {
  const exporting = useExport(sheet);
  if (!exporting.may) return null;
  return (
    <>
      <Button onClick={() => exporting.start(asked)}>导出</Button>
      {exporting.dialog}
    </>
  );
}
