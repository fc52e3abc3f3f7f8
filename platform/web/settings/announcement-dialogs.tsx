import { type Announcement, announcementAudiences, createAnnouncement, editAnnouncement } from "@ops/platform/contract";
import { Form } from "antd";
import { choicesOf } from "../form/input/choices.ts";
import { DateTimeInput } from "../form/input/inputs.tsx";
import { FormDialog, fieldsOf } from "../form/lazy-forms.tsx";
import { type AudienceInputProps, sessionPort } from "../session/session-port.ts";

const { TextField, TextAreaField, SelectField, SwitchField, CustomField } = fieldsOf(createAnnouncement);
const audiences = choicesOf(announcementAudiences);
const empty = {
  audience: "ALL" as const,
  audienceIds: [],
  publishAt: null,
  expireAt: null,
  isPinned: false,
  mustRead: false,
};

export function CreateAnnouncementDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog
      title="新增公告"
      width={640}
      endpoint={createAnnouncement}
      record={empty}
      done="已保存为草稿，发布后可见"
      onClose={onClose}
    >
      <Written />
    </FormDialog>
  );
}

interface EditProps {
  readonly announcement: Announcement;
  readonly onClose: () => void;
}

export function EditAnnouncementDialog({ announcement, onClose }: EditProps) {
  return (
    <FormDialog
      title={`编辑公告 · ${announcement.announcementNo}`}
      width={640}
      endpoint={editAnnouncement}
      params={{ id: announcement.id }}
      record={announcement}
      done="修改成功！"
      onClose={onClose}
    >
      <Written />
    </FormDialog>
  );
}

function Written() {
  return (
    <>
      <TextField name="title" full />
      <TextAreaField name="content" rows={8} />
      <SelectField name="audience" options={audiences} full />
      <AudienceField />
      <CustomField name="publishAt" hint="不填则发布后立即可见">
        <DateTimeInput placeholder="立即" />
      </CustomField>
      <CustomField name="expireAt" hint="不填则一直有效">
        <DateTimeInput placeholder="一直有效" />
      </CustomField>
      <SwitchField name="isPinned" required={false} hint="排在公告列表最前" />
      <SwitchField name="mustRead" required={false} hint="打开页面即弹出，点击「我已阅读」后才能继续" />
    </>
  );
}

/** Shown if the announcement is not for everybody. A change between organisations and roles clears the choice. */
function AudienceField() {
  const form = Form.useFormInstance();
  const audience: unknown = Form.useWatch("audience", { form, preserve: true });
  if (audience !== "ORGS" && audience !== "ROLES") return null;
  const label = audience === "ORGS" ? "组织（含下级）" : "角色";
  return (
    <CustomField key={audience} name="audienceIds" label={label} required full>
      <Audience of={audience} />
    </CustomField>
  );
}

/** The control comes with the module that knows organisations and roles. */
function Audience(props: AudienceInputProps) {
  const { AudienceInput } = sessionPort();
  return <AudienceInput {...props} />;
}
