import { partsOf } from "../shell/page/lazy-parts.tsx";
import type { Fields } from "./fields.tsx";
import type { FormEndpoint } from "./form-endpoint.ts";

const forms = partsOf(async () => (await import("./forms.ts")).forms);

export const FormDialog = forms.overlay("FormDialog");
export const RecordForm = forms.overlay("RecordForm");
export const FormPage = forms.standing("FormPage");
export const TextAreaField = forms.inside("TextAreaField");
export const SwitchField = forms.inside("SwitchField");

const fields = {
  TextField: forms.inside("TextField"),
  TextAreaField,
  NumberField: forms.inside("NumberField"),
  MoneyField: forms.inside("MoneyField"),
  SelectField: forms.inside("SelectField"),
  DictField: forms.inside("DictField"),
  StateField: forms.inside("StateField"),
  DayField: forms.inside("DayField"),
  DayRangeField: forms.inside("DayRangeField"),
  SwitchField,
  RefField: forms.inside("RefField"),
  RegionField: forms.inside("RegionField"),
  AddressField: forms.inside("AddressField"),
  CustomField: forms.inside("CustomField"),
};

/** `const { TextField } = fieldsOf(editUser)`, once per file, outside of components. */
export function fieldsOf<E extends FormEndpoint>(_endpoint: E): Fields<E> {
  return fields as Fields<E>;
}
