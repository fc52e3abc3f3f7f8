import { PrinterOutlined } from "@ant-design/icons";
import { wireTime } from "@ops/platform/contract";
import { Button } from "antd";
import type { ReactNode } from "react";
import { serverNow } from "../../call/server-clock.ts";
import { paperColours } from "./paper-colours.ts";
import "./print.css";

interface Props {
  readonly title: string;
  /** The number of the paper, beside its title on every sheet. */
  readonly number: string;
  readonly children: ReactNode;
}

/**
 * A paper for printing. Only this part is printed, with its head on every sheet and page numbers below (PF-R130). It is
 * a table, because only the head of a table is repeated.
 */
export function PrintPage({ title, number, children }: Props) {
  return (
    <section className="print-frame" aria-label={title}>
      <div className="print-tools">
        <Button icon={<PrinterOutlined />} onClick={() => window.print()}>
          打印
        </Button>
      </div>
      <table className="print-page" role="presentation" style={paperColours}>
        <thead>
          <tr>
            <td>
              <header className="print-head">
                <h2>{title}</h2>
                <span>{number}</span>
                <time>{wireTime(serverNow())}</time>
              </header>
            </td>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className="print-body">{children}</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}
