import {
  columnsOf,
  DotText,
  FormDialog,
  ImportButton,
  PagedTable,
  useDialog,
  useMay,
  usePaged,
} from "@ops/platform/web";
import { createTraining, listTrainings, type StaffDetail, trainingImport } from "@ops/store/contract";
import { Button } from "antd";
import "./training.css";

/** 培训: the courses that a person took. */
export function TrainingsTab({ record }: { readonly record: StaffDetail }) {
  const may = useMay();
  const adding = useDialog<true>();
  const paged = usePaged(listTrainings, { filters: { staffId: record.id } });
  return (
    <>
      {may(createTraining) && (
        <div className="training-tools">
          <Button type="primary" size="small" onClick={() => adding.open(true)}>
            登记培训
          </Button>
          <ImportButton kind={trainingImport} />
        </div>
      )}
      <PagedTable
        of={paged}
        empty="还没有培训记录"
        columns={columnsOf(listTrainings, {
          courseName: true,
          courseCode: true,
          trainedOn: true,
          form: true,
          hours: true,
          score: true,
          isPassed: {
            as: ({ isPassed }) => <DotText tone={isPassed ? "good" : "bad"} text={isPassed ? "通过" : "未通过"} />,
          },
          expireOn: true,
          source: true,
        })}
      />
      {adding.value && (
        <FormDialog
          title={`登记培训 · ${record.name}`}
          endpoint={createTraining}
          record={{ staffId: record.id, form: "OFFLINE", isPassed: true }}
          done="培训记录已登记！"
          fields={["courseCode", "courseName", "trainedOn", "form", "hours", "score", "isPassed", "expireOn"]}
          special={{ expireOn: "空白为长期有效" }}
          refusals={{ STORE_TRAINING_DUP: "trainedOn" }}
          onClose={adding.close}
        />
      )}
    </>
  );
}
