import { launchThirdSystem, listMyThirdSystems } from "@ops/authority/contract";
import { NotLoaded, StatusPanel, useCall, useEndpoint, usePage } from "@ops/platform/web";
import { Input, Skeleton } from "antd";
import { useEffect, useRef, useState } from "react";
import { BlockedLaunch } from "../third-system/BlockedLaunch.tsx";
import { SystemCard } from "../third-system/SystemCard.tsx";
import { useLaunch } from "../third-system/use-launch.ts";
import { BackHome } from "./errors/BackHome.tsx";
import "../third-system/third-system.css";

export default function ThirdLoginPage() {
  const answer = useEndpoint(listMyThirdSystems, {}, { silent: true });
  const [keyword, setKeyword] = useState("");
  const { enter, pending, blocked, forget } = useEntering();
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (answer.data.length === 0) return <NoSystems />;

  const typed = keyword.trim().toLowerCase();
  const shown = answer.data.filter(({ name, code, description }) =>
    [name, code, description ?? ""].some((text) => text.toLowerCase().includes(typed)),
  );
  return (
    <section className="third-login" aria-label="第三方系统">
      <header>
        <h1>第三方系统</h1>
        <Input.Search
          allowClear
          className="third-search"
          placeholder="搜索系统名称或编码"
          aria-label="搜索第三方系统"
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
      </header>
      {shown.length === 0 && <p className="third-none">没有名称包含「{keyword.trim()}」的系统</p>}
      <ul className="third-cards">
        {shown.map((system) => (
          <SystemCard key={system.code} system={system} disabled={pending} onEnter={() => enter(system)} />
        ))}
      </ul>
      {blocked && <BlockedLaunch {...blocked} onClose={forget} />}
    </section>
  );
}

/** Enters a system by a click, or at once if the address names it (`?system=code`). */
function useEntering() {
  const launching = useCall(launchThirdSystem, { refreshes: [listMyThirdSystems] });
  const { launch, blocked, forget } = useLaunch();
  const { location } = usePage();
  const asked = new URLSearchParams(location.search).get("system");
  const begun = useRef<string | null>(null);
  const enter = ({ code, name }: { code: string; name: string }) =>
    // the call has already shown the error
    void launch(name, () => launching.call({ params: { code } })).catch(() => undefined);

  useEffect(() => {
    if (!asked || begun.current === asked) return; // once per address, however often React renders this
    begun.current = asked;
    enter({ code: asked, name: asked });
  });
  return { enter, pending: launching.pending, blocked, forget };
}

function NoSystems() {
  return (
    <StatusPanel
      tone="info"
      title="暂无可进入的第三方系统"
      text="管理员为您开通第三方系统后，会出现在这里，点击即可进入。"
      actions={<BackHome />}
    />
  );
}
