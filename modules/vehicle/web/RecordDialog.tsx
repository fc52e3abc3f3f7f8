import type { BodyInputOf, idParams } from "@ops/platform/contract";
import { FormDialog, type FormEndpoint } from "@ops/platform/web";
import type { ReactNode } from "react";

type Editing = FormEndpoint & { readonly params: typeof idParams };

interface Props<C extends FormEndpoint, E extends Editing> {
  /** What it is called: 车系. */
  readonly what: string;
  readonly create: C;
  readonly edit: E;
  /** The one to edit and how people call it, or null for a new one. */
  readonly record: (Partial<BodyInputOf<E>> & { readonly id: string }) | null;
  readonly name: string | undefined;
  /** What a new one begins with. */
  readonly start?: Partial<BodyInputOf<C>>;
  readonly fixed?: Partial<BodyInputOf<C>>;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** One form for the making and the changing of a record: 新增 and 编辑 ask for the same fields. */
export function RecordDialog<C extends FormEndpoint, E extends Editing>(props: Props<C, E>) {
  const { what, create, edit, record, name, start, fixed, ...rest } = props;
  if (!record) {
    const given = { ...(start ? { record: start } : {}), ...(fixed ? { fixed } : {}) };
    return <FormDialog {...rest} {...given} kind="modal" title={`新增${what}`} endpoint={create} done="新增成功！" />;
  }
  const job = { endpoint: edit, params: { id: record.id }, record };
  return <FormDialog<Editing> {...rest} {...job} kind="modal" title={`编辑${what} · ${name}`} done="修改成功！" />;
}
