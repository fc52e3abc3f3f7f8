import { effectiveSheet, MOST_EXPORTED_PEOPLE, type User } from "@ops/authority/contract";
import { feedback, useExport } from "@ops/platform/web";

/** Exports the effective rights of the people who are ticked (AU-R24). */
export function useRightsExport() {
  const { start, dialog } = useExport(effectiveSheet);
  const startFor = (people: readonly User[], clear: () => void): void => {
    if (people.length > MOST_EXPORTED_PEOPLE) {
      feedback.message.info(`一次最多导出${MOST_EXPORTED_PEOPLE}人的有效权限`);
      return;
    }
    start({ query: { userIds: people.map(({ id }) => id).join(",") }, onDone: clear });
  };
  return { start: startFor, dialog };
}
