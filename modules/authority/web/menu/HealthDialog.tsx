import { getMenuHealth } from "@ops/authority/contract";
import { DotText, NotLoaded, useClosing, useEndpoint } from "@ops/platform/web";
import { Modal, Skeleton } from "antd";
import { Link } from "react-router";
import { detailAddress } from "./menu-columns.tsx";

/** 路由体检: routes without a menu item, and menu items without a page (AU-R37). */
export function HealthDialog({ onClose }: { readonly onClose: () => void }) {
  const { close, modal } = useClosing(onClose);
  return (
    <Modal width={640} title="路由体检" footer={null} {...modal}>
      <Health onClose={close} />
    </Modal>
  );
}

function Health({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useEndpoint(getMenuHealth, {}, { silent: true });
  if (error) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const { routesWithoutMenu, menusWithoutRoute } = data;
  const faults = menusWithoutRoute.length;
  const title = faults > 0 ? `${faults}个菜单的路径不在系统路由中，点击后打不开` : "每个页面菜单都能打开对应的路由";
  return (
    <div className="menu-health">
      <p>
        <DotText tone={faults > 0 ? "bad" : "good"} text={title} />
      </p>
      {faults > 0 && (
        <ul aria-label="没有路由的菜单">
          {menusWithoutRoute.map(({ key, title: name, path }) => (
            <li key={key}>
              <Link to={detailAddress(key)} onClick={onClose}>
                {name}
              </Link>
              <code>{path}</code>
            </li>
          ))}
        </ul>
      )}
      <h3>没有菜单的路由（{routesWithoutMenu.length}）</h3>
      {routesWithoutMenu.length === 0 && <p className="menu-hint">所有路由都已挂到菜单</p>}
      <ul aria-label="没有菜单的路由">
        {routesWithoutMenu.map(({ path, title: name }) => (
          <li key={path}>
            <span>{name}</span>
            <code>{path}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
