import { useEffect, useState } from "react";
import { PRODUCT_NAME, runtimeConfig } from "../call/config.ts";

/** The name of the product; a brand may configure its own. */
export function useProductName(): string {
  const [name, setName] = useState(PRODUCT_NAME);
  useEffect(() => {
    runtimeConfig().then(
      (config) => setName(config.productName),
      () => undefined, // the first call tells that the server cannot be reached
    );
  }, []);
  return name;
}
