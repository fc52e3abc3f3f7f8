import { columnsOf, PagedTable, RecordDrawer, useDialog, usePaged } from "@ops/platform/web";
import { listCertifications, type StaffDetail } from "@ops/store/contract";
import { certRecord } from "./cert-record.tsx";

/** 岗位认证: the certificates of a person; each opens with its results, its review and 红线上报. */
export function CertificatesTab({ record }: { readonly record: StaffDetail }) {
  const opened = useDialog<string>();
  const paged = usePaged(listCertifications, { filters: { staffId: record.id } });
  return (
    <>
      <PagedTable
        of={paged}
        empty="还没有岗位认证"
        columns={columnsOf(listCertifications, {
          positionName: { opens: ({ id }) => opened.open(id) },
          ver: { as: ({ ver }) => `V${ver}` },
          state: true,
          score: true,
          certifiedOn: true,
          expireOn: true,
          dueOn: true,
          note: true,
        })}
      />
      {opened.value && <RecordDrawer of={certRecord} id={opened.value} onClose={opened.close} />}
    </>
  );
}
