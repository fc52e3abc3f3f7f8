import { ArrowLeftOutlined } from "@ant-design/icons";
import type { AnswerOf } from "@ops/platform/contract";
import { Button } from "antd";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { usePages } from "../shell/page/use-pages.ts";
import { ConflictDialog } from "./ConflictDialog.tsx";
import { ContractFields, focusFirst, useFormId } from "./ContractFields.tsx";
import type { FormEndpoint } from "./form-endpoint.ts";
import { type FormJob, useContractForm } from "./use-contract-form.ts";

export interface FormSection {
  readonly title: string;
  readonly fields: ReactNode;
}

interface Look {
  readonly title: string;
  readonly sections: readonly FormSection[];
  readonly okText?: string;
  /** Dialogs and the like. */
  readonly children?: ReactNode;
}

/** Another button that saves as well, and then does something else. */
interface OtherSave<E extends FormEndpoint> {
  readonly label: string;
  readonly onDone: (answer: AnswerOf<E>) => void;
}

export type FormPageProps<E extends FormEndpoint> = FormJob<E> & Look & { readonly otherSave?: OtherSave<E> | null };

/** A long form: sections with an anchor list, 保存 always in reach. Saved or not, it goes back; the shell asks first. */
export function FormPage<E extends FormEndpoint>(props: FormPageProps<E>) {
  const { title, sections, okText = "保存", otherSave, children } = props;
  const pages = usePages();
  const id = useFormId();
  const isOther = useRef(false);
  const onDone = (answer: AnswerOf<E>) => {
    if (otherSave && isOther.current) otherSave.onDone(answer);
    else if (props.onDone) props.onDone(answer);
    else pages.back();
  };
  const form = useContractForm<E>({ ...props, onDone });
  const saveOtherwise = async () => {
    isOther.current = true;
    await form.submit();
    isOther.current = false;
  };
  useEffect(() => focusFirst(id), [id]);

  return (
    <section className="form-page" aria-label={title}>
      <header className="form-page-head">
        <Button type="text" aria-label="返回" icon={<ArrowLeftOutlined />} onClick={pages.back} />
        <h1 className="form-page-title">{title}</h1>
      </header>
      <div className="form-page-body">
        <ContractFields form={form} id={id}>
          {sections.map((section, at) => (
            <section key={section.title} id={`${id}-${at}`} className="form-section" aria-label={section.title}>
              <h2 className="form-section-title">{section.title}</h2>
              <div className="form-grid">{section.fields}</div>
            </section>
          ))}
        </ContractFields>
        {sections.length > 1 && <Anchors id={id} titles={sections.map((section) => section.title)} />}
      </div>
      <footer className="form-page-foot">
        <Button onClick={pages.back}>取消</Button>
        {otherSave && (
          <Button loading={form.pending} disabled={form.offline} onClick={() => void saveOtherwise()}>
            {otherSave.label}
          </Button>
        )}
        <Button type="primary" htmlType="submit" form={id} loading={form.pending} disabled={form.offline}>
          {okText}
        </Button>
      </footer>
      <ConflictDialog form={form} />
      {children}
    </section>
  );
}

/** The section list; links would change the hash, which is the route. */
function Anchors({ id, titles }: { readonly id: string; readonly titles: readonly string[] }) {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const seen = new Set<number>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const at = Number(target.id.split("-").at(-1));
        if (isIntersecting) seen.add(at);
        else seen.delete(at);
      }
      if (seen.size > 0) setCurrent(Math.min(...seen));
    });
    for (const at of titles.keys()) {
      const section = document.getElementById(`${id}-${at}`);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [id, titles.length]);

  const go = (at: number) =>
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "start", behavior: "smooth" });
  return (
    <nav className="form-anchors" aria-label="表单分区">
      {titles.map((title, at) => (
        <button key={title} type="button" aria-current={at === current} onClick={() => go(at)}>
          {title}
        </button>
      ))}
    </nav>
  );
}
