import { type BatchRows, getBatchTemplate, IMPORT_BIZ_TYPE } from "@ops/platform/contract";
import { Button, Input, Segmented } from "antd";
import { download } from "../call/download.ts";
import type { FilterValues } from "../list/filter/filter-values.ts";
import { UploadInput } from "../upload/UploadInput.tsx";
import { type ChosenRows, numbersIn } from "./chosen-rows.ts";

export interface RowSources {
  /** Rows that were ticked in the list. */
  readonly ids: readonly string[];
  /** The filters of the list; null if there is no list. */
  readonly filter: FilterValues | null;
  readonly unit: string;
  /** The label for the numbers of the rows, such as 工号. */
  readonly numberLabel: string;
}

interface Props {
  readonly sources: RowSources;
  readonly value: ChosenRows;
  readonly onChange: (rows: ChosenRows) => void;
}

const words = { ids: "选中的", filter: "当前筛选结果", numbers: "粘贴编号", fileId: "上传表格" } as const;
type Place = keyof BatchRows & keyof typeof words;

/** Where the rows of a batch come from: the ticked ones, the whole filter, typed numbers or a sheet (PF-R119). */
export function RowsInput({ sources, value, onChange }: Props) {
  const { ids, filter, unit, numberLabel } = sources;
  const places: { value: Place; label: string }[] = [
    ...(ids.length > 0 ? [{ value: "ids" as const, label: `${words.ids} ${ids.length} ${unit}` }] : []),
    ...(filter ? [{ value: "filter" as const, label: words.filter }] : []),
    { value: "numbers", label: `粘贴${numberLabel}` },
    { value: "fileId", label: words.fileId },
  ];
  const { place, typed, fileIds } = value;
  return (
    <div className="batch-rows">
      <Segmented<Place>
        options={places}
        value={place}
        aria-label="数据来源"
        onChange={(chosen) => onChange({ ...value, place: chosen })}
      />
      {place === "filter" && <p>列表当前筛选出的全部数据，包括其他页</p>}
      {place === "numbers" && (
        <>
          <Input.TextArea
            rows={5}
            value={typed}
            aria-label={numberLabel}
            placeholder={`每行一个${numberLabel}，也可用逗号或空格分隔`}
            onChange={({ target }) => onChange({ ...value, typed: target.value })}
          />
          <p>
            已输入 {numbersIn(typed).length} 个{numberLabel}
          </p>
        </>
      )}
      {place === "fileId" && (
        <>
          <UploadInput
            bizType={IMPORT_BIZ_TYPE}
            extensions={["xlsx"]}
            max={1}
            value={fileIds}
            onChange={(chosen) => onChange({ ...value, fileIds: chosen })}
          />
          <p>
            第一列填写{numberLabel}
            <Button type="link" size="small" onClick={() => void download(getBatchTemplate, {})}>
              下载模板
            </Button>
          </p>
        </>
      )}
    </div>
  );
}
