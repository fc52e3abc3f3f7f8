import {
  AccountBookOutlined,
  CarOutlined,
  FolderOutlined,
  GiftOutlined,
  SafetyCertificateOutlined,
  ShopOutlined,
  TeamOutlined,
  ThunderboltOutlined,
  TruckOutlined,
  UnorderedListOutlined,
  UserSwitchOutlined,
  WechatWorkOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";

/** Icons of the menu groups by their Chinese title, as specified (PF-R69). */
const byTitle: Record<string, ReactNode> = {
  线索管理: <UserSwitchOutlined />,
  订单管理: <UnorderedListOutlined />,
  门店管理: <ShopOutlined />,
  板车物流: <TruckOutlined />,
  权益中心: <GiftOutlined />,
  超时补贴: <AccountBookOutlined />,
  企业微信: <WechatWorkOutlined />,
  闪电交付: <ThunderboltOutlined />,
  合作伙伴: <TeamOutlined />,
  车主活动: <CarOutlined />,
  账号权限管理: <SafetyCertificateOutlined />,
};

export function groupIcon(title: string): ReactNode {
  return byTitle[title] ?? <FolderOutlined />;
}
