import { createElement, type ReactNode, Suspense, use } from "react";
import { LostPart } from "./LostPart.tsx";
import { noteLostPart } from "./lost-parts.ts";
import { PageSkeleton } from "./PageSkeleton.tsx";

interface LazyParts<M extends object> {
  /** A part of a page: shows `waiting` in its place until it is there. */
  standing<K extends keyof M>(name: K, waiting?: ReactNode): M[K];
  /**
   * A dialog or drawer. Nothing is shown while it loads, and `onClose` also closes the message that it could not be
   * loaded.
   */
  overlay<K extends keyof M>(name: K): M[K];
  /** A part that is shown inside of another one, which waits for both. */
  inside<K extends keyof M>(name: K): M[K];
}

type Shown = (props: object) => ReactNode;

/**
 * Components of one file, which is loaded when the first of them is shown. Loaded ones are shown at once, and nothing
 * around them is hidden for a moment, as `lazy` would do. If the file cannot be loaded, only the part shows it, and it
 * is loaded again only when the user presses 重试.
 */
export function partsOf<M extends object>(fetchParts: () => Promise<M>): LazyParts<M> {
  const load = loaderOf(fetchParts);
  const inside = <K extends keyof M>(name: K) => {
    const Inside = (props: object) => {
      const loaded = load();
      const parts = loaded instanceof Promise ? use(loaded) : loaded;
      return createElement(parts[name] as Shown, props);
    };
    return Inside as M[K]; // it has the properties of the part, even if the part is generic
  };
  const around = <K extends keyof M>(name: K, waiting: ReactNode, isOverlay: boolean) => {
    const Inside = inside(name) as Shown;
    const Around = (props: { readonly onClose?: () => void }) => (
      <LostPart isOverlay={isOverlay} onClose={props.onClose}>
        <Suspense fallback={waiting}>
          <Inside {...props} />
        </Suspense>
      </LostPart>
    );
    return Around as M[K];
  };
  return {
    standing: (name, waiting = <PageSkeleton />) => around(name, waiting, false),
    overlay: (name) => around(name, null, true),
    inside,
  };
}

/** Loads once. A failure is kept, because a new promise with every render would load without end. */
function loaderOf<M extends object>(fetchParts: () => Promise<M>): () => M | Promise<M> {
  let parts: M | undefined;
  let loading: Promise<M> | undefined;
  const begin = async () => {
    try {
      parts = await fetchParts();
      return parts;
    } catch (failure) {
      noteLostPart(failure, () => {
        loading = undefined;
      });
      throw failure;
    }
  };
  return () => {
    if (parts) return parts;
    loading ??= begin();
    return loading;
  };
}
