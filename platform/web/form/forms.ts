import { FormDialog } from "./FormDialog.tsx";
import { FormPage } from "./FormPage.tsx";
import { allFields } from "./fields.tsx";
import { RecordForm } from "./RecordForm.tsx";

/** What forms are made of; loaded with the first one that is opened (lazy-forms.tsx). */
export const forms = { FormDialog, FormPage, RecordForm, ...allFields };
