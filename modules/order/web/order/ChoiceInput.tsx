import type { Order } from "@ops/order/contract";
import { NotLoaded, showMoney, useEndpoint } from "@ops/platform/web";
import { type CarChoice, carCatalogue, carChoices, quoteCar } from "@ops/vehicle/contract";
import { Alert, Checkbox, Select } from "antd";
import type { Choice } from "./choice.ts";
import "./choice.css";

interface Props {
  readonly value: Choice;
  /** Only what belongs to the chosen series may be chosen. */
  readonly isSeriesFixed?: boolean;
  /** The names of what is stored, which may be sold no more. */
  readonly known?: Pick<Order, "seriesId" | "seriesName" | "carConfigId" | "carConfigName"> | undefined;
  readonly onChange: (choice: Choice) => void;
}

/** Asks for series, configuration, colours and options. Only what is sold now is offered, and what is wrong is said at once. */
export function ChoiceInput({ value, isSeriesFixed = false, known, onChange }: Props) {
  const sold = useEndpoint(carCatalogue, { query: { onlySellable: "1" } }, { silent: true });
  const offered = useItemsOf(value.carConfigId);
  const priced = useQuote(value);
  const failed = [sold, offered, priced].find(({ isLoadingError }) => isLoadingError);
  const [catalogue, items, quote] = [sold.data ?? [], offered.data ?? [], priced.data];
  const series = catalogue.find(({ seriesId }) => seriesId === value.seriesId);
  const trims = (series?.models ?? []).flatMap(({ modelName, years }) =>
    years.flatMap(({ modelYear, trims: ofYear }) =>
      ofYear.map(({ carConfigId, trim, guidePriceFen }) => ({
        value: carConfigId,
        label: `${modelName} ${modelYear}款 ${trim}`,
        price: guidePriceFen,
      })),
    ),
  );
  const empty = { extColor: null, intColor: null, optionCodes: [] };
  return (
    <div className="choice-input">
      <div className="choice-field">
        <label htmlFor="choice-series" className="choice-required">
          车系
        </label>
        <Select
          id="choice-series"
          placeholder="请选择车系"
          disabled={isSeriesFixed}
          options={withKnown(
            catalogue.map(({ seriesId, seriesName }) => ({ value: seriesId, label: seriesName })),
            { value: known?.seriesId, label: known?.seriesName },
          )}
          value={value.seriesId}
          onChange={(seriesId) => onChange({ ...empty, seriesId, carConfigId: null })}
        />
      </div>
      <div className="choice-field">
        <label htmlFor="choice-config">配置</label>
        <Select
          id="choice-config"
          placeholder="请选择配置"
          allowClear
          disabled={value.seriesId === null}
          options={withKnown(trims, {
            value: known?.seriesId === value.seriesId ? known?.carConfigId : null,
            label: known?.carConfigName,
          })}
          optionRender={({ data }) => (
            <span className="choice-trim">
              {data.label}
              <small>{"price" in data ? showMoney(data.price) : "已停售"}</small>
            </span>
          )}
          value={value.carConfigId}
          onChange={(carConfigId) => onChange({ ...empty, seriesId: value.seriesId, carConfigId: carConfigId ?? null })}
        />
      </div>
      {value.carConfigId !== null && (
        <>
          <Colors
            title="外观"
            items={items.filter(({ side }) => side === "EXT")}
            chosen={value.extColor}
            onChoose={(extColor) => onChange({ ...value, extColor })}
          />
          <Colors
            title="内饰"
            items={items.filter(({ side }) => side === "INT")}
            chosen={value.intColor}
            onChoose={(intColor) => onChange({ ...value, intColor })}
          />
          <Options
            items={items.filter(({ itemKind }) => itemKind === "OPTION")}
            chosen={value.optionCodes}
            onChoose={(optionCodes) => onChange({ ...value, optionCodes })}
          />
        </>
      )}
      {failed?.error && <NotLoaded reason={failed.error.message} onRetry={() => void failed.refetch()} />}
      {quote && !quote.sellable && <Alert type="warning" showIcon title={quote.reason} />}
      {quote && (
        <p className="choice-sum">
          车价合计 <b>{showMoney(quote.sumFen)}</b>
        </p>
      )}
    </div>
  );
}

interface Known {
  readonly value: string | null | undefined;
  readonly label: string | null | undefined;
}

/** Adds what is stored to what is offered, so that nobody reads an id. */
function withKnown<O extends { readonly value: string; readonly label: string }>(
  options: readonly O[],
  { value, label }: Known,
): (O | { value: string; label: string })[] {
  const isMissing = value && label && !options.some((option) => option.value === value);
  return isMissing ? [...options, { value, label }] : [...options];
}

/** Colours and options of a configuration; nothing without one. */
export function useItemsOf(carConfigId: string | null) {
  const query = { carConfigId: carConfigId ?? "" };
  return useEndpoint(carChoices, { query }, { silent: true, enabled: carConfigId !== null });
}

/** The price of a choice now, and whether it is sold; nothing without a configuration. */
export function useQuote({ carConfigId, extColor, intColor, optionCodes }: Choice) {
  const query = {
    carConfigId: carConfigId ?? "",
    ...(extColor ? { extColor } : {}),
    ...(intColor ? { intColor } : {}),
    ...(optionCodes.length > 0 ? { optionCodes: optionCodes.join(",") } : {}),
  };
  return useEndpoint(quoteCar, { query }, { silent: true, keepPrevious: true, enabled: carConfigId !== null });
}

interface ColorsProps {
  readonly title: string;
  readonly items: readonly CarChoice[];
  readonly chosen: string | null;
  readonly onChoose: (code: string) => void;
}

function Colors({ title, items, chosen, onChoose }: ColorsProps) {
  return (
    <fieldset>
      <legend className="choice-required">{title}</legend>
      {items.map(({ itemCode, itemName, hex, amountFen }) => (
        <button
          key={itemCode}
          type="button"
          className="choice-color"
          aria-pressed={itemCode === chosen}
          onClick={() => onChoose(itemCode)}
        >
          <i style={{ background: hex ?? "transparent" }} aria-hidden />
          {itemName}
          {amountFen ? <small>+{showMoney(amountFen)}</small> : null}
        </button>
      ))}
    </fieldset>
  );
}

interface OptionsProps {
  readonly items: readonly CarChoice[];
  readonly chosen: readonly string[];
  readonly onChoose: (codes: string[]) => void;
}

/** Options beside the standard ones, which every car has. */
function Options({ items, chosen, onChoose }: OptionsProps) {
  const optional = items.filter(({ isStandard }) => !isStandard);
  const standard = items.filter(({ isStandard }) => isStandard);
  return (
    <fieldset>
      <legend>选装</legend>
      {optional.length === 0 && <span className="order-hint">没有可选的选装</span>}
      <Checkbox.Group value={[...chosen]} onChange={onChoose}>
        {optional.map(({ itemCode, itemName, amountFen }) => (
          <Checkbox key={itemCode} value={itemCode}>
            {itemName} {amountFen ? <small>+{showMoney(amountFen)}</small> : null}
          </Checkbox>
        ))}
      </Checkbox.Group>
      {standard.length > 0 && <p className="order-hint">标配：{standard.map(({ itemName }) => itemName).join("、")}</p>}
    </fieldset>
  );
}
