import { type Contract, contractStates, getContract, termLabels, termOrder } from "@ops/partner/contract";
import { FilePreview, recordOf } from "@ops/platform/web";
import { contractActions, contractTones } from "./contract-actions.tsx";
import { showTerm } from "./EffectiveTermsCard.tsx";

/** One contract with its content, its signed files and its log. */
export const contractRecord = recordOf({
  endpoint: getContract,
  entity: "合同",
  title: ({ title }) => title,
  number: ({ contractNo }) => contractNo,
  machine: contractStates,
  tones: contractTones,
  actions: contractActions,
  approvals: true,
  overview: {
    title: "合同内容",
    fields: [
      "partnerName",
      "kind",
      "startOn",
      "endOn",
      "depositFen",
      "prevContractNo",
      "signedOn",
      "brandSigner",
      "partnerSigner",
      "terminatedOn",
      "stateReason",
    ],
    content: (contract) => <TermsAndFiles contract={contract} />,
  },
});

function TermsAndFiles({ contract: { terms, files, signedOn } }: { readonly contract: Contract }) {
  return (
    <>
      {terms && (
        <section className="partner-part">
          <h3>商务条款</h3>
          <dl className="contract-term-list">
            {termOrder
              .filter((name) => terms[name] !== undefined)
              .map((name) => (
                <div key={name}>
                  <dt>{termLabels[name]}</dt>
                  <dd>{showTerm(terms, name)}</dd>
                </div>
              ))}
          </dl>
          {Object.keys(terms).length === 0 && <p className="partner-none">没有商务条款</p>}
        </section>
      )}
      <section className="partner-part">
        <h3>附件</h3>
        {files.length === 0 && <p className="partner-none">没有附件</p>}
        <ul className="contract-files">
          {files.map((file) => (
            <li key={file.id}>
              <FilePreview file={file.stored} />
              <span>
                {file.fileName}
                {signedOn && <small title={file.sha256}>指纹 {file.sha256.slice(0, 16)}</small>}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
