import type { ReactNode } from "react";
import type { Tool } from "./action/actions.ts";
import { ToolButtons } from "./action/ToolButtons.tsx";
import "./list.css";
import "./list-table.css";

interface Props {
  readonly title: string;
  /** Beside the title, such as a search box. */
  readonly lead?: ReactNode;
  readonly tools?: readonly Tool[];
  readonly foot?: ReactNode;
  /** The rows: they take the height that is left. */
  readonly children: ReactNode;
  /** Dialogs. */
  readonly dialogs?: ReactNode;
}

/** The frame of a page that is no plain list, such as a tree table, in the look of the lists. */
export function ListFrame({ title, lead, tools = [], foot, children, dialogs }: Props) {
  return (
    <section className="list-page" aria-label={title}>
      <div className="list-panel list-body">
        <header className="list-head">
          <h1 className="list-title">{title}</h1>
          {lead}
          <div className="list-tools" role="toolbar" aria-label="列表工具">
            <ToolButtons tools={tools} />
          </div>
        </header>
        {children}
        {foot}
      </div>
      {dialogs}
    </section>
  );
}
