import { refKind } from "@ops/platform/contract";

/** A partner whose cooperation has not ended. */
export const PartnerRef = refKind("partner", {
  entity: "合作伙伴",
  hint: "公司名称或伙伴编号",
  page: { address: "/Partner/list?id={id}", needs: "partner:partner:view" },
});

/** A region in which the caller may put a partner. */
export const PartnerRegionRef = refKind("partnerRegion", { entity: "区域", hint: "请选择" });

/** A person of the brand who may be the channel manager of a partner. */
export const ChannelManagerRef = refKind("channelManager", { entity: "渠道经理", hint: "请选择" });
