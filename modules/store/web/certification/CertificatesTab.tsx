import { PlainTable, RecordDrawer, tableColumnsOf, useDialog, useEndpoint } from "@ops/platform/web";
import { Certification, listCertifications, type StaffDetail } from "@ops/store/contract";
import { certRecord } from "./cert-record.tsx";

/** 岗位认证: the certificates of a person; each opens with its results, its review and 红线上报. */
export function CertificatesTab({ record }: { readonly record: StaffDetail }) {
  const opened = useDialog<string>();
  const query = { staffId: record.id, pageSize: 100 } as const;
  const asked = useEndpoint(listCertifications, { query }, { silent: true });
  return (
    <>
      <PlainTable
        rows={asked.data?.list}
        of={asked}
        empty="还没有岗位认证"
        columns={tableColumnsOf(Certification, {
          positionName: {
            as: ({ id, positionName }) => (
              <button type="button" className="text-button" onClick={() => opened.open(id)}>
                {positionName}
              </button>
            ),
          },
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
