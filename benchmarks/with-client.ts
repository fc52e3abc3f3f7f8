import pg from "pg";
import type { Address } from "./volumes.ts";

/** A connection for as long as something is done with it. */
export async function withClient<T>(address: Address, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
