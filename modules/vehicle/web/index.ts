/** Modules above add tabs to the drawer of a car. */
export { carTabs } from "./car/car-tabs.ts";
export { overlays, pages } from "./pages.ts";
