export { overlays, pages } from "./pages.ts";
/** Modules above add tabs to the drawer of a car. */
export { carTabs } from "./slots.ts";
