export * from "./refs.ts";
export * from "./staff/acts.ts";
export * from "./staff/calls.ts";
export * from "./staff/errors.ts";
export * from "./staff/ref.ts";
export * from "./staff/shape.ts";
export * from "./staff/states.ts";
