import { FilePreview, showTime } from "@ops/platform/web";
import { evidenceCategories, evidenceFlags, type ProjectDetail } from "@ops/store/contract";
import { Empty, Tag } from "antd";
import "./project.css";

/** 附件 of a project by node, with what the camera says against them (ST-R24). */
export function EvidenceGrid({ project: { nodes, evidence, files } }: { readonly project: ProjectDetail }) {
  if (evidence.length === 0) return <Empty description="还没有附件" />;
  const shown = nodes.map((node) => ({ node, own: evidence.filter(({ nodeId }) => nodeId === node.id) }));
  return shown
    .filter(({ own }) => own.length > 0)
    .map(({ node, own }) => (
      <section key={node.id} aria-label={node.name}>
        <h3>{node.name}</h3>
        <div className="project-pictures">
          {own.map(({ id, fileId, fileName, category, flags, note, createdByName, createdAt }) => (
            <figure key={id}>
              <FilePreview file={files.find((file) => file.id === fileId) ?? null} />
              <figcaption title={[fileName, note].filter(Boolean).join("：")}>
                {evidenceCategories[category]} · {createdByName} · {showTime(createdAt)}
              </figcaption>
              {flags.map((flag) => (
                <Tag key={flag} color="warning">
                  {evidenceFlags[flag]}
                </Tag>
              ))}
            </figure>
          ))}
        </div>
      </section>
    ));
}
