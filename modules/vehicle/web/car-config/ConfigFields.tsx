import { DateTimeInput, fieldsOf, useMay } from "@ops/platform/web";
import { type CarConfigDetail, createCarConfig, listPrices } from "@ops/vehicle/contract";
import { Alert } from "antd";
import { useState } from "react";
import { PricesOfConfig } from "../price/PricesOfConfig.tsx";
import { useSeriesChoices } from "../series/use-series-choices.ts";
import { ConfigSteps } from "./ConfigSteps.tsx";
import { OffersInput } from "./OffersInput.tsx";
import { QuotePreview } from "./QuotePreview.tsx";
import { SaleCodesInput } from "./SaleCodesInput.tsx";
import "../vehicle.css";

const { TextField, NumberField, SelectField, DictField, CustomField } = fieldsOf(createCarConfig);

/**
 * The steps 基本 → 物料号 → 颜色与选装 → 价格 → 预览. The last two appear once the configuration is saved. Code, model and year
 * cannot be changed after that.
 */
export function ConfigFields({ config }: { readonly config: CarConfigDetail | null }) {
  const may = useMay();
  const [step, setStep] = useState(0);
  return (
    <>
      <ConfigSteps isSaved={config !== null} step={step} onStep={setStep} />
      <div className="form-full config-basics" hidden={step !== 0}>
        {!config && <Identity />}
        <Basics />
      </div>
      <div className="form-full" hidden={step !== 1}>
        <CustomField name="saleCodes" hint="填写外观、内饰和选装后，工厂可以只发送物料号">
          <SaleCodesInput />
        </CustomField>
      </div>
      <div className="form-full" hidden={step !== 2}>
        <CustomField name="offers" hint="不选择表示该配置没有此项；条件在选配时检查">
          <OffersInput />
        </CustomField>
      </div>
      {config && step > 2 && (
        <div className="form-full">
          <Alert
            className="form-alert"
            type="info"
            showIcon
            title="价格单独保存；预览按已保存的配置计算，未保存的修改不计入。"
          />
          {step === 3 && (may(listPrices) ? <PricesOfConfig config={config} /> : "您没有查看价格的权限")}
          {step === 4 && <QuotePreview config={config} />}
        </div>
      )}
    </>
  );
}

function Identity() {
  const { models } = useSeriesChoices();
  return (
    <>
      <TextField name="configCode" hint="保存后不能修改" placeholder="如 S7-26-LR-AWD" />
      <SelectField name="modelId" options={models} />
      <NumberField name="modelYear" min={2010} max={2039} />
    </>
  );
}

function Basics() {
  return (
    <>
      <TextField name="trim" />
      <DictField name="energyType" />
      <NumberField name="batteryKwh" min={0} max={1000} precision={1} />
      <NumberField name="rangeKm" min={1} max={5000} />
      <DictField name="driveType" />
      <NumberField name="seats" min={1} max={9} />
      <NumberField name="lengthMm" min={1} max={20_000} />
      <NumberField name="widthMm" min={1} max={5_000} />
      <NumberField name="heightMm" min={1} max={5_000} />
      <NumberField name="kerbKg" min={1} max={20_000} />
      <CustomField name="onSaleFrom">
        <DateTimeInput />
      </CustomField>
      <CustomField name="onSaleTo">
        <DateTimeInput placeholder="长期" />
      </CustomField>
    </>
  );
}
