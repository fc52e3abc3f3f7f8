import { type ApiClient, apiClientStates } from "@ops/authority/contract";
import { StateTag, showTime } from "@ops/platform/web";
import { Tag } from "antd";
import "./interface.css";

/** The state of a client, and whether two of its keys are valid at the moment. */
export function ClientState({ client }: { readonly client: ApiClient }) {
  return (
    <span className="client-state" title={client.disabledReason ?? ""}>
      <StateTag machine={apiClientStates} state={client.status} />
      {client.previousUntil && (
        <Tag color="processing" title={`旧密钥保留至 ${showTime(client.previousUntil)}`}>
          轮换中
        </Tag>
      )}
    </span>
  );
}
