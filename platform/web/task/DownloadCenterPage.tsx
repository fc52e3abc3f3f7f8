import { listAllTasks } from "@ops/platform/contract";
import { useMay } from "../session/use-session.ts";
import { PageTabs } from "../shell/page/PageTabs.tsx";
import { AllTaskList } from "./AllTaskList.tsx";
import { MyTaskList } from "./MyTaskList.tsx";

/** 下载中心 (5.5): the user's tasks, and those of others for people with the right. */
export default function DownloadCenterPage() {
  const may = useMay();
  if (!may(listAllTasks)) return <MyTaskList />;
  return (
    <PageTabs
      title="下载中心"
      tabs={[
        { key: "mine", title: "我的任务", content: () => <MyTaskList /> },
        { key: "all", title: "全部任务", content: () => <AllTaskList /> },
      ]}
    />
  );
}
