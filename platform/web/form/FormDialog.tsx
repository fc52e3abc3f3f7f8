import type { BodyInputOf } from "@ops/platform/contract";
import { Button, Drawer, Modal } from "antd";
import type { ReactNode } from "react";
import { confirmDiscard } from "../dialog/confirm.ts";
import { useClosing } from "../dialog/use-closing.ts";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { ContractFields, focusFirst, useFormId } from "./ContractFields.tsx";
import type { FormEndpoint } from "./form-endpoint.ts";
import { type FieldSpecial, KeyedFields } from "./KeyedFields.tsx";
import { type FormJob, useContractForm } from "./use-contract-form.ts";

interface Look<Name extends string> {
  readonly title: string;
  /** A drawer for forms, a modal for one or two questions. */
  readonly kind?: "drawer" | "modal";
  readonly width?: number;
  readonly okText?: string;
  readonly danger?: boolean;
  /** Nothing can be sent yet, for a reason that `children` tell. */
  readonly disabled?: boolean;
  /** Called when the dialog has closed, saved or not. */
  readonly onClose: () => void;
  /** The fields by the keys of the body, in their order. */
  readonly fields?: readonly Name[];
  /** What the contract does not tell about a field, by its key. */
  readonly special?: { readonly [K in Name]?: FieldSpecial };
  /** Content above the fields: the consequence, or other fields. */
  readonly children?: ReactNode;
}

export type FormDialogProps<E extends FormEndpoint> = FormJob<E> & Look<keyof BodyInputOf<E> & string>;

/**
 * A short form. The contract gives its rules. A refusal keeps the typed values, closing with unsaved content asks, and
 * a version conflict shows both versions.
 */
export function FormDialog<E extends FormEndpoint>(props: FormDialogProps<E>) {
  const {
    title,
    kind = "drawer",
    okText = "保存",
    danger = false,
    disabled = false,
    fields = [],
    onClose,
    children,
  } = props;
  const special: Readonly<Record<string, FieldSpecial | undefined>> = props.special ?? {};
  const id = useFormId();
  const { close: leave, drawer, modal } = useClosing(onClose, () => focusFirst(id));
  const form = useContractForm<E>({
    ...props,
    onDone: (answer) => {
      leave();
      props.onDone?.(answer);
    },
  });

  const close = async () => {
    if (!form.pending && (!form.dirty || (await confirmDiscard()))) leave();
  };
  const footer = (
    <div className="form-footer">
      <Button onClick={close} disabled={form.pending}>
        取消
      </Button>
      <Button
        type="primary"
        htmlType="submit"
        form={id}
        danger={danger}
        loading={form.pending}
        disabled={form.offline || disabled}
      >
        {okText}
      </Button>
    </div>
  );
  const body = (
    <>
      <ContractFields form={form} id={id}>
        <div className={kind === "modal" ? "form-stack" : "form-grid"}>
          {children}
          <KeyedFields body={props.endpoint.body} names={fields} special={special} />
        </div>
      </ContractFields>
      <ConflictDialog form={form} />
    </>
  );

  return kind === "modal" ? (
    <Modal title={title} width={props.width ?? 480} footer={footer} {...modal} onCancel={close}>
      {body}
    </Modal>
  ) : (
    <Drawer title={title} size={props.width ?? 560} footer={footer} {...drawer} onClose={close}>
      {body}
    </Drawer>
  );
}
