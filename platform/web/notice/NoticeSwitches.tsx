import {
  listNoticeSwitches,
  type NoticeCategory,
  noticeCategories,
  type NoticeSwitches as Switches,
  setNoticeSwitch,
} from "@ops/platform/contract";
import { Checkbox } from "antd";
import { useCall } from "../call/use-call.ts";

const categories = Object.entries(noticeCategories) as [NoticeCategory, string][];

/** 提醒方式: which categories of notices the other ways deliver (PF-R124). */
export function NoticeSwitches({ ways }: { readonly ways: readonly Switches[] }) {
  const setting = useCall(setNoticeSwitch, { refreshes: [listNoticeSwitches] });
  return (
    <section className="notice-switches" aria-label="提醒方式">
      <b>提醒方式</b>
      {ways.map(({ carrier, label, isOn }) => (
        <fieldset key={carrier} disabled={setting.pending || setting.offline}>
          <legend>{label}</legend>
          {categories.map(([category, word]) => (
            <Checkbox
              key={category}
              checked={isOn[category]}
              disabled={setting.pending || setting.offline}
              onChange={({ target }) => void setting.call({ body: { carrier, category, isOn: target.checked } })}
            >
              {word}
            </Checkbox>
          ))}
        </fieldset>
      ))}
    </section>
  );
}
