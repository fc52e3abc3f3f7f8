import { type AccountFigure, getAccountFigures, getRoleFigures } from "@ops/authority/contract";
import { percentage } from "@ops/platform/contract";
import { presetList, useMay } from "@ops/platform/web";
import { HomeCard } from "../HomeCard.tsx";
import { Loaded } from "../Loaded.tsx";
import { useWidget } from "../use-widget.ts";
import type { WidgetProps } from "../widget-props.ts";

const USERS = "/AuthorityManagement/UserManagement";
const ROLES = "/AuthorityManagement/RoleManagement";

interface Behind {
  readonly route: string;
  readonly list: string;
  readonly filters: Readonly<Record<string, string>>;
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly about: string;
  readonly tone?: "warn";
  /** The list that shows exactly what was counted. */
  readonly behind?: Behind | null;
}

/** 账号安全概览: key figures about the people in scope (section 9). Each one links to its list. */
export function SecurityWidget({ title, pages }: WidgetProps) {
  const may = useMay();
  const open = (path: string) => pages.some(({ node }) => node.path === path);
  return (
    <HomeCard title={title}>
      <div className="home-figures">
        {may(getAccountFigures) && <AccountFigures linked={open(USERS)} />}
        {may(getRoleFigures) && <RoleFigures linked={open(ROLES)} />}
      </div>
    </HomeCard>
  );
}

function AccountFigures({ linked }: { readonly linked: boolean }) {
  const answer = useWidget(getAccountFigures, {});
  const people = (figure: AccountFigure) => (linked ? { route: USERS, list: USERS, filters: { figure } } : null);
  const idle = linked ? { route: `${USERS}?tab=dormant`, list: `${USERS}:dormant`, filters: {} } : null;
  return (
    <Loaded of={answer} rows={2}>
      {({ total, active, idle: sleepy, awakeOrAsleep, initialPassword }) => (
        <>
          <Figure name="账号总数" value={String(total)} about="不含离职，含未任职" behind={people("PRESENT")} />
          <Figure
            name="近30天活跃"
            value={String(active)}
            about={`占 ${percentage(active, total)}`}
            behind={people("ACTIVE")}
          />
          <Figure
            name="休眠率"
            value={percentage(sleepy, awakeOrAsleep)}
            about={`${sleepy} / ${awakeOrAsleep}`}
            behind={idle}
          />
          <Figure
            name="初始密码未改"
            value={String(initialPassword)}
            about="创建超过 3 天"
            behind={people("INITIAL_PASSWORD")}
            {...(initialPassword > 0 ? { tone: "warn" } : {})}
          />
        </>
      )}
    </Loaded>
  );
}

function RoleFigures({ linked }: { readonly linked: boolean }) {
  const answer = useWidget(getRoleFigures, {});
  const roles = linked ? { route: ROLES, list: ROLES, filters: { isHigh: "1" } } : null;
  return (
    <Loaded of={answer} rows={2}>
      {({ highGrants, endlessHighGrants }) => (
        <>
          <Figure name="高风险授权" value={String(highGrants)} about="高与极高角色" behind={roles} />
          <Figure
            name="无期限高风险"
            value={String(endlessHighGrants)}
            about="没有到期时间"
            {...(endlessHighGrants > 0 ? { tone: "warn" } : {})}
          />
        </>
      )}
    </Loaded>
  );
}

function Figure({ name, value, about, tone, behind }: FigureProps) {
  const inside = (
    <>
      <span>{name}</span>
      <b className="tabular">{value}</b>
      <small>{about}</small>
    </>
  );
  if (!behind) {
    return (
      <div className="home-figure" data-tone={tone}>
        {inside}
      </div>
    );
  }
  const narrow = () => presetList(behind.list, behind.filters);
  return (
    <a className="home-figure" data-tone={tone} href={`#${behind.route}`} onClick={narrow}>
      {inside}
    </a>
  );
}
