import {
  checkRoleImport,
  createRole,
  ImportedRole,
  importStates,
  type RoleDetail,
  type RoleEntry,
  type RoleFile,
} from "@ops/authority/contract";
import { DotText, PlainTable, tableColumnsOf, useCall, useClosing, useDialog } from "@ops/platform/web";
import { Button, Drawer } from "antd";
import { useState } from "react";
import { useCatalogue } from "../use-catalogue.ts";
import { PreviewDialog } from "../version/PreviewDialog.tsx";
import { ImportFile } from "./ImportFile.tsx";
import { isResolved, type Resolution, resolvedDraft, undecided } from "./resolve-import.ts";
import { UnknownPartsForm } from "./UnknownPartsForm.tsx";

interface Line extends ImportedRole {
  readonly entry: RoleEntry;
  readonly decided: Resolution;
  readonly isDone: boolean;
}

const tones = { NEW: "good", CHANGED: "warn", SAME: "off", TAKEN: "bad" } as const;

/**
 * Imports roles: reads the file, shows what it means in this environment, and saves each role through the usual preview
 * (AU-R35).
 */
export function ImportRolesDialog({ onClose }: { readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  const catalogue = useCatalogue();
  const previewing = useDialog<{ readonly role: RoleDetail; readonly line: Line }>();
  const checking = useCall(checkRoleImport);
  const creating = useCall(createRole);

  const read = async (file: RoleFile) => {
    const { success, data } = await checking.call({ body: file });
    if (success) setLines(data.flatMap((one) => lineOf(one, file)));
  };
  const change = (code: string, changes: Partial<Line>) =>
    setLines((known) => known?.map((line) => (line.code === code ? { ...line, ...changes } : line)) ?? null);
  const start = async (line: Line) => {
    if (line.role) return previewing.open({ role: line.role, line });
    const { code, name, category, description } = line.entry;
    const { success, data } = await creating.call({ body: { code, name, category, description } });
    if (!success) return;
    change(line.code, { role: data, state: "CHANGED" });
    previewing.open({ role: data, line });
  };

  return (
    <Drawer title="导入角色" size={860} {...drawer}>
      {lines ? (
        <LineTable lines={lines} pending={creating.pending} onChange={change} onStart={(line) => void start(line)} />
      ) : (
        <ImportFile pending={checking.pending} onRead={(file) => void read(file)} />
      )}
      {previewing.value && (
        <PreviewDialog
          role={previewing.value.role}
          catalogue={catalogue}
          change={{
            draft: resolvedDraft(previewing.value.line, previewing.value.line.entry, previewing.value.line.decided),
          }}
          onSaved={() => previewing.value && change(previewing.value.line.code, { isDone: true })}
          onClose={previewing.close}
        />
      )}
    </Drawer>
  );
}

function lineOf(imported: ImportedRole, { roles }: RoleFile): Line[] {
  const entry = roles.find(({ code }) => code === imported.code);
  return entry ? [{ ...imported, entry, decided: undecided, isDone: imported.state === "SAME" }] : [];
}

interface TableProps {
  readonly lines: readonly Line[];
  readonly pending: boolean;
  readonly onChange: (code: string, changes: Partial<Line>) => void;
  readonly onStart: (line: Line) => void;
}

function LineTable({ lines, pending, onChange, onStart }: TableProps) {
  const unknownCount = ({ unknown }: Line) =>
    unknown.codes.length + unknown.organizations.length + unknown.others.length;
  const open = lines.filter((line) => unknownCount(line) > 0).map(({ code }) => code);
  return (
    <PlainTable<Line>
      rowKey="code"
      rows={lines}
      expandable={{
        defaultExpandedRowKeys: open,
        rowExpandable: (line) => unknownCount(line) > 0,
        expandedRowRender: ({ code, unknown, decided }) => (
          <UnknownPartsForm
            unknown={unknown}
            decided={decided}
            onChange={(next) => onChange(code, { decided: next })}
          />
        ),
      }}
      columns={[
        ...tableColumnsOf<typeof ImportedRole, Line>(ImportedRole, {
          name: { wraps: true },
          code: { wraps: true, as: ({ code }) => <code className="role-code">{code}</code> },
          state: {
            width: 120,
            as: ({ state, isDone }) =>
              isDone && state !== "SAME" ? (
                <DotText tone="good" text="已导入" />
              ) : (
                <DotText tone={tones[state]} text={importStates[state]} />
              ),
          },
          unknown: { width: 80, align: "right", as: unknownCount },
        }),
        {
          title: "操作",
          key: "action",
          width: 130,
          render: (_value, line) =>
            !line.isDone &&
            line.state !== "TAKEN" && (
              <Button
                type="link"
                size="small"
                disabled={pending || !isResolved(line, line.decided)}
                title={isResolved(line, line.decided) ? undefined : "请先处理未知的权限点和组织"}
                onClick={() => onStart(line)}
              >
                预览并导入
              </Button>
            ),
        },
      ]}
    />
  );
}
