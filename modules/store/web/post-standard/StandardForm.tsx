import { FormDialog, useEndpoint } from "@ops/platform/web";
import {
  createPostStandard,
  editPostStandard,
  getPostStandard,
  type PostStandard,
  type PostStandardDetail,
} from "@ops/store/contract";
import { usePositionChoices } from "../use-positions.ts";
import { ImagesInput } from "./ImagesInput.tsx";
import { ItemsInput } from "./ItemsInput.tsx";
import "./post-standard.css";

interface Props {
  /** The version to edit or to begin the next one with; null for the first one of a position. */
  readonly from: PostStandard | null;
  readonly onClose: () => void;
}

const special = {
  validMonths: "0 为长期有效",
  forceRetrainDays: "填写后，已认证人员须在上线后这些天内重新认证；空白则原认证继续有效",
  items: { full: true, control: <ItemsInput />, hint: "上岗标准的权重之和须为100，权重0不计分" },
  images: { full: true, control: <ImagesInput /> },
};
const fields = ["passScore", "validMonths", "forceRetrainDays", "items", "images"] as const;

/** 岗位标准: a draft is edited, a version that is online is where the next one begins. */
export function StandardForm({ from, onClose }: Props) {
  const asked = useEndpoint(getPostStandard, { params: { id: from?.id ?? "" } }, { enabled: from !== null });
  if (from === null) return <CreateForm from={null} onClose={onClose} />;
  if (!asked.data) return null;
  return from.state === "DRAFT" ? (
    <EditForm standard={asked.data} onClose={onClose} />
  ) : (
    <CreateForm from={asked.data} onClose={onClose} />
  );
}

function contentOf({ passScore, validMonths, items }: PostStandardDetail) {
  return { passScore, validMonths, items: items.map(({ id: _id, ...item }) => item) };
}

function CreateForm({ from, onClose }: { readonly from: PostStandardDetail | null; readonly onClose: () => void }) {
  const positions = usePositionChoices();
  return (
    <FormDialog
      title={from ? `新建版本 · ${from.positionName}` : "新建岗位标准"}
      width={1100}
      endpoint={createPostStandard}
      record={from ? { positionCode: from.positionCode, ...contentOf(from), images: [] } : { items: [], images: [] }}
      done="岗位标准已保存为草稿！"
      fields={["positionCode", ...fields]}
      special={{ positionCode: { label: "岗位", options: positions, disabled: from !== null }, ...special }}
      refusals={{ STORE_STANDARD_DRAFT: "positionCode" }}
      onClose={onClose}
    />
  );
}

function EditForm({ standard, onClose }: { readonly standard: PostStandardDetail; readonly onClose: () => void }) {
  const { id, version, positionName, ver, forceRetrainDays, images, files } = standard;
  return (
    <FormDialog
      title={`编辑岗位标准 · ${positionName} V${ver}`}
      width={1100}
      endpoint={editPostStandard}
      params={{ id }}
      record={{ ...contentOf(standard), forceRetrainDays, images, version }}
      done="岗位标准已保存！"
      fields={[...fields]}
      special={{ ...special, images: { full: true, control: <ImagesInput known={files} /> } }}
      onClose={onClose}
    />
  );
}
