import { getTaskFiles, MOST_ZIPPED, type Task, taskErrors, taskStates } from "@ops/platform/contract";
import { download } from "../call/download.ts";
import { feedback } from "../shell/feedback.ts";

const LEFT_OUT_SECONDS = 6;

export const hasFile = ({ status, fileSize }: Task) => fileSize !== null && taskStates.can(status, "expire");

export const explainNoFile = ({ status }: Task) =>
  (status === "EXPIRED" ? taskErrors.expired() : taskErrors.noFile()).message;

/** Why there is nothing to download of these, or null. */
export const explainNoFiles = (tasks: readonly Task[]) => (tasks.some(hasFile) ? null : "所选任务没有可下载的文件");

/** Downloads the tasks with a file as one, and names the others. */
export async function downloadAll(tasks: readonly Task[]): Promise<boolean> {
  const ready = tasks.filter(hasFile);
  if (ready.length > MOST_ZIPPED) feedback.message.info(`一次最多下载${MOST_ZIPPED}个文件`);
  else {
    await download(getTaskFiles, { query: { ids: ready.map(({ id }) => id).join(",") } });
    const rest = tasks.filter((task) => !hasFile(task));
    if (rest.length > 0) feedback.message.info(describeLeftOut(rest), LEFT_OUT_SECONDS);
    return true;
  }
  return false;
}

/** 未包含3个任务：1个文件已过期，2个没有文件. */
function describeLeftOut(rest: readonly Task[]): string {
  const expired = rest.filter(({ status }) => status === "EXPIRED").length;
  const reasons = [
    ...(expired > 0 ? [`${expired}个文件已过期`] : []),
    ...(rest.length > expired ? [`${rest.length - expired}个没有文件`] : []),
  ];
  return `未包含${rest.length}个任务：${reasons.join("，")}`;
}
