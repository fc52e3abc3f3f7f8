// Loaded before the tests of a process. Node's test runner follows every promise, to tell which test a stray error
// belongs to. The product makes thousands of promises for a call, and following them took a tenth of the time of
// the suite's processes. Without it a stray error still fails the process, but names no test.
import asyncHooks, { type HookCallbacks } from "node:async_hooks";

const { createHook } = asyncHooks;
const withoutPromises = (callbacks: HookCallbacks) =>
  createHook(Object.assign({}, callbacks, { trackPromises: false }));

Object.assign(asyncHooks, { createHook: withoutPromises });
