/** Modules above show what they know of a car in its drawer. */
export { addCarTab, type CarTab } from "./car/car-tabs.ts";
export { overlays, pages } from "./pages.ts";
