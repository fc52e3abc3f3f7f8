import { createElement, type ReactNode, Suspense, use } from "react";

interface LazyParts<M extends object> {
  /** A part that shows `waiting` in its place until it is there. */
  standing<K extends keyof M>(name: K, waiting?: ReactNode): M[K];
  /** A part that is shown inside of another one, which waits for both. */
  inside<K extends keyof M>(name: K): M[K];
}

/**
 * Components of one file, loaded when the first of them is shown. Once there, they are shown at once: nothing around
 * them is hidden for a moment, as `lazy` would do with each of them.
 */
export function partsOf<M extends object>(fetchParts: () => Promise<M>): LazyParts<M> {
  let parts: M | undefined;
  let loading: Promise<M> | undefined;
  const load = () => {
    loading ??= fetchParts().then(
      (fetched) => {
        parts = fetched;
        return fetched;
      },
      (failure: unknown) => {
        loading = undefined; // the next one to need them asks again
        throw failure;
      },
    );
    return loading;
  };
  const inside = <K extends keyof M>(name: K) => {
    const Inside = (props: object) =>
      createElement((parts ?? use(load()))[name] as (given: object) => ReactNode, props);
    return Inside as M[K]; // it takes what the part takes, also where the part is generic
  };
  const standing = <K extends keyof M>(name: K, waiting: ReactNode = null) => {
    const Inside = inside(name) as (given: object) => ReactNode;
    const Standing = (props: object) => (
      <Suspense fallback={waiting}>
        <Inside {...props} />
      </Suspense>
    );
    return Standing as M[K];
  };
  return { standing, inside };
}
