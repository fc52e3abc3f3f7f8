import { choicesOf, FormPage, fieldsOf, pageOf, useEndpoint, usePages } from "@ops/platform/web";
import {
  createProject,
  editProject,
  getProject,
  operateModes,
  PROJECT_PAGE,
  ProjectFormPage,
  projectKinds,
} from "@ops/store/contract";
import { Alert, Form, Skeleton } from "antd";

const fresh = fieldsOf(createProject);
const known = fieldsOf(editProject);
const refusals = {
  STORE_PROJECT_STORE: "storeId",
  STORE_PROJECT_STORE_GONE: "storeId",
  STORE_PROJECT_DAYS: "planOpenDate",
  STORE_NODE_DATE: "planOpenDate",
} as const;

/** 新增 and 编辑 of a project (5.6). Saved, its drawer tells the manager who was matched and why. */
export default pageOf(ProjectFormPage, function ProjectForm({ data }) {
  return data.mode === "create" ? <NewForm /> : <KnownForm id={data.id} />;
});

function useShow() {
  const pages = usePages();
  return ({ id }: { readonly id: string }) => pages.open(`${PROJECT_PAGE}?project=${id}`, { replace: true });
}

function NewForm() {
  return (
    <FormPage
      title="新增项目"
      endpoint={createProject}
      record={{ kind: "NEW" }}
      refusals={{ ...refusals, STORE_PROJECT_PLACE: "orgId", STORE_PROJECT_TEMPLATE: "kind" }}
      sections={[
        {
          title: "基本信息",
          fields: (
            <>
              <fresh.TextField name="name" />
              <fresh.SelectField name="kind" options={choicesOf(projectKinds)} />
              <fresh.RefField name="storeId" required={false} hint="新建项目可在门店建立后再关联" />
              <PlaceFields />
            </>
          ),
        },
        {
          title: "计划",
          fields: (
            <>
              <fresh.DayField name="planStart" />
              <fresh.DayField name="planOpenDate" hint="节点按模板从开业日期倒排" />
              <fresh.RefField name="managerUserId" required={false} hint="留空时按项目经理设置匹配" />
              <fresh.MoneyField name="budgetFen" required={false} />
            </>
          ),
        },
      ]}
      done="项目已保存！"
      onDone={useShow()}
    />
  );
}

/** Where a new store will stand; asked for as long as no store is chosen. */
function PlaceFields() {
  if (Form.useWatch("storeId")) return null;
  return (
    <>
      <fresh.RefField name="orgId" required />
      <fresh.DictField name="storeType" code="store_type" required />
      <fresh.SelectField name="operateMode" options={choicesOf(operateModes)} required />
      <fresh.RegionField name="cityCode" required />
    </>
  );
}

function KnownForm({ id }: { readonly id: string }) {
  const { data: project } = useEndpoint(getProject, { params: { id } }, { staleTime: 0 });
  const onDone = useShow();
  if (!project) return <Skeleton active />;
  const isDraft = project.state === "DRAFT";
  return (
    <FormPage
      title={`编辑 · ${project.name}`}
      endpoint={editProject}
      params={{ id }}
      record={project}
      refusals={{ ...refusals, STORE_PROJECT_SHIFT: "isShifting", STORE_PROJECT_MANAGER: "managerUserId" }}
      sections={[
        {
          title: "基本信息",
          fields: (
            <>
              <known.TextField name="name" />
              <known.RefField name="storeId" required={false} />
              <known.RefField name="managerUserId" required={!isDraft} />
              <known.MoneyField name="budgetFen" required={false} />
              <known.MoneyField name="costFen" required={false} />
            </>
          ),
        },
        {
          title: "计划",
          fields: (
            <>
              <known.DayField name="planStart" />
              <known.DayField name="planOpenDate" />
              {!isDraft && <known.SwitchField name="isShifting" hint="基线不变；需要新的基线请使用「调整基线」" />}
              {isDraft && <Alert type="info" showIcon title="修改开业日期时，全部节点随之平移" />}
            </>
          ),
        },
      ]}
      done="保存成功！"
      onDone={onDone}
    />
  );
}
