/** A title with a detail below it. */
export function Named({ title, detail }: { readonly title: string; readonly detail: string }) {
  return (
    <span className="settings-named" title={detail}>
      {title}
      {title !== detail && <small className="settings-hint">{detail}</small>}
    </span>
  );
}
