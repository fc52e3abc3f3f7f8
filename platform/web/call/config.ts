export const PRODUCT_NAME = "营销运营管理平台";

/** The settings that the server gives to a page at run time (`GET /config.json`). None of them is built in. */
export interface RuntimeConfig {
  productName: string;
  /** The host of the gateway; empty if the console is served by the same host. */
  apiBase: string;
  applicationId: string;
  clientId: string;
  /** Host of the unified sign-on; empty hides its link (PF-R58). */
  ssoHost: string;
  /** Base64, 16 bytes each (PF-R14). */
  credentialKey: string;
  credentialIv: string;
  /** The build of the pages. A page that learns of another one is outdated. */
  build: string;
}

const absent: RuntimeConfig = {
  productName: PRODUCT_NAME,
  apiBase: "",
  applicationId: "1",
  clientId: "ops-console",
  ssoHost: "",
  credentialKey: "",
  credentialIv: "",
  build: "",
};

let loading: Promise<RuntimeConfig> | undefined;

/** Loaded once per page; a failed load is tried again by the next call. */
export function runtimeConfig(): Promise<RuntimeConfig> {
  loading ??= fetchConfig().catch((failure) => {
    loading = undefined;
    throw failure;
  });
  return loading;
}

async function fetchConfig(): Promise<RuntimeConfig> {
  const response = await fetch("/config.json", { cache: "no-cache", signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new TypeError(`config.json answered ${response.status}`);
  return { ...absent, ...(await response.json()) };
}
