import { ConflictModal } from "./ConflictModal.tsx";
import type { ContractForm } from "./use-contract-form.ts";

/** What a form and the server say of the same record, while they differ. */
export function ConflictDialog({ form }: { readonly form: ContractForm }) {
  const { conflict, scope, takeLatest, keepMine } = form;
  if (!conflict) return null;
  const show = (name: string, value: unknown) => scope.fields.get(name)?.show(value) ?? String(value ?? "-");
  const rows = conflict.rows.map(({ name, mine, theirs, changedBy }) => ({
    key: name,
    label: scope.fields.get(name)?.label ?? name,
    changedBy,
    mine: show(name, mine),
    theirs: show(name, theirs),
  }));
  return <ConflictModal message={conflict.message} rows={rows} onLatest={takeLatest} onMine={keepMine} />;
}
