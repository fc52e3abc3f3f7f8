import { useDict } from "@ops/platform/web";
import { storeLevels } from "@ops/store/contract";
import { Button, Segmented, Select } from "antd";
import "./settings-head.css";

export type StoreLevel = keyof typeof storeLevels;

/** The kind of stores that a table of settings is about. */
export interface StoreKind {
  readonly storeType: string;
  readonly storeLevel: StoreLevel;
}

export const FIRST_KIND: StoreKind = { storeType: "EXPERIENCE", storeLevel: "C" };

interface Props {
  readonly kind: StoreKind;
  readonly onKind: (kind: StoreKind) => void;
  /** Typed content belongs to the chosen kind, so that it cannot be changed meanwhile. */
  readonly isTyped: boolean;
  readonly mayEdit: boolean;
  readonly isSaving: boolean;
  readonly saveText: string;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

const isLevel = (value: unknown): value is StoreLevel => typeof value === "string" && Object.hasOwn(storeLevels, value);

/** Type and level of the stores that the table below is about, with 保存 and 放弃修改. */
export function SettingsHead(props: Props) {
  const { kind, onKind, isTyped, isSaving } = props;
  const types = useDict("store_type");
  return (
    <div className="store-settings-head">
      <Select
        aria-label="门店类型"
        disabled={isTyped}
        value={kind.storeType}
        options={[...types.options]}
        onChange={(storeType) => onKind({ ...kind, storeType })}
      />
      <Segmented
        disabled={isTyped}
        options={Object.keys(storeLevels)}
        value={kind.storeLevel}
        onChange={(storeLevel) => isLevel(storeLevel) && onKind({ ...kind, storeLevel })}
      />
      {props.mayEdit && (
        <span>
          {isTyped && (
            <Button disabled={isSaving} onClick={props.onDiscard}>
              放弃修改
            </Button>
          )}
          <Button type="primary" disabled={!isTyped} loading={isSaving} onClick={props.onSave}>
            {props.saveText}
          </Button>
        </span>
      )}
    </div>
  );
}
