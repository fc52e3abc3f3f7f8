import { type FieldProps, FormField } from "../form/FormField.tsx";
import type { FieldName, FormEndpoint } from "../form/form-endpoint.ts";
import { UploadInput, type UploadInputProps } from "./UploadInput.tsx";

type Props<E extends FormEndpoint> = Omit<FieldProps, "name"> &
  Pick<UploadInputProps, "bizType" | "extensions" | "max" | "known"> & {
    /** The call whose body contains the ids of the files. */
    readonly of: E;
    readonly name: FieldName<E, readonly string[]>;
  };

/** The attachments of a record in its form: `<UploadField of={createClue} name="fileIds" bizType="clue" />`. */
export function UploadField<E extends FormEndpoint>({ of: _of, disabled = false, ...props }: Props<E>) {
  const { bizType, extensions, max, known, ...field } = props;
  const limits = { ...(extensions ? { extensions } : {}), ...(max ? { max } : {}), ...(known ? { known } : {}) };
  return (
    <FormField full {...field} show={(ids) => (Array.isArray(ids) ? `${ids.length}个文件` : "-")}>
      <UploadInput bizType={bizType} disabled={disabled} {...limits} />
    </FormField>
  );
}
