import { DotText, PlainTable, type Tone, useEndpoint } from "@ops/platform/web";
import { type CourseResult, courseResults, getStoreTrainings, type TrainingMatrix } from "@ops/store/contract";

const tones: Readonly<Record<CourseResult, Tone>> = { PASSED: "good", FAILED: "bad", EXPIRED: "warn", MISSING: "off" };

/** 人员培训信息: the people of a store by courses. */
export function TrainingMatrixTab({ storeId }: { readonly storeId: string }) {
  const asked = useEndpoint(getStoreTrainings, { params: { id: storeId } }, { silent: true });
  const { courses = [], people } = asked.data ?? {};
  const courseColumns = courses.map(({ courseCode, courseName }, at) => ({
    key: courseCode,
    title: courseName,
    width: 110,
    render: (_: unknown, { results }: TrainingMatrix["people"][number]) => {
      const result = results[at] ?? "MISSING";
      return <DotText tone={tones[result]} text={courseResults[result]} />;
    },
  }));
  return (
    <PlainTable
      rows={people}
      of={asked}
      rowKey="staffId"
      empty="本店没有在岗人员"
      scroll={{ x: "max-content" }}
      columns={[
        { title: "姓名", dataIndex: "name", width: 100 },
        { title: "岗位", dataIndex: "positionName", width: 110 },
        ...courseColumns,
      ]}
    />
  );
}
