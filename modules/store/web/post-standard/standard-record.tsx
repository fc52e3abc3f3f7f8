import { PictureGrid, PlainTable, recordOf, tableColumnsOf } from "@ops/platform/web";
import {
  getPostStandard,
  type PostStandardDetail,
  StandardItem,
  standardSides,
  standardStates,
} from "@ops/store/contract";
import "./post-standard.css";

export const validText = (validMonths: number) => (validMonths === 0 ? "长期" : `${validMonths}个月`);

/** A version as it is read: what it asks for, what ends the certificate, and its pictures. */
export const standardRecord = recordOf({
  endpoint: getPostStandard,
  entity: "岗位标准",
  title: ({ positionName }) => positionName,
  number: ({ ver }) => `V${ver}`,
  machine: standardStates,
  overview: {
    title: "标准",
    fields: [
      "positionName",
      "passScore",
      { show: "validMonths", label: "有效期", as: ({ validMonths }) => validText(validMonths) },
      "forceRetrainDays",
      "publishedOn",
      "updatedAt",
    ],
    content: (standard) => <Content standard={standard} />,
  },
  width: 1080,
});

function Content({ standard }: { readonly standard: PostStandardDetail }) {
  return (
    <>
      <Side standard={standard} side="UP" />
      <Side standard={standard} side="DOWN" />
      <Pictures standard={standard} />
    </>
  );
}

interface SideProps {
  readonly standard: PostStandardDetail;
  readonly side: keyof typeof standardSides;
}

function Side({ standard: { items }, side }: SideProps) {
  const scored = side === "UP" ? true : null;
  return (
    <section aria-label={standardSides[side]}>
      <h3>{standardSides[side]}</h3>
      <PlainTable
        rows={items.filter((item) => item.side === side)}
        empty={`没有${standardSides[side]}`}
        columns={tableColumnsOf(StandardItem, {
          name: { wraps: true },
          kind: 80,
          passRule: { wraps: true },
          isRequired: scored && 80,
          weight: scored && 56,
          retryLimit: scored && 80,
          evidenceMin: scored && 92,
        })}
      />
    </section>
  );
}

function Pictures({ standard: { images, files } }: { readonly standard: PostStandardDetail }) {
  if (images.length === 0) return null;
  return (
    <section aria-label="图片">
      <h3>图片</h3>
      <PictureGrid pictures={images} files={files} />
    </section>
  );
}
