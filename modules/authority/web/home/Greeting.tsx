import { LayoutOutlined } from "@ant-design/icons";
import { type UserInfo, wireTime } from "@ops/platform/contract";
import { serverNow } from "@ops/platform/web";
import { Button, Tag } from "antd";

const weekdays = "日一二三四五六";

interface GreetingProps {
  readonly user: UserInfo;
  readonly canArrange: boolean;
  readonly onArrange: () => void;
}

/** 问候与当前组织, with the button to arrange the widgets. */
export function Greeting({ user, canArrange, onArrange }: GreetingProps) {
  const now = wireTime(serverNow());
  const weekday = weekdays.charAt(new Date(`${now.slice(0, 10)}T00:00:00Z`).getUTCDay());
  return (
    <section className="home-greeting" aria-label="问候">
      <div>
        <h1>
          {partOfDay(Number(now.slice(11, 13)))}，{user.userName}
        </h1>
        <p>{placeOf(user)}</p>
      </div>
      <div className="home-date">
        <p className="tabular">
          {now.slice(0, 10)} 星期{weekday}
        </p>
        {canArrange && (
          <Button size="small" icon={<LayoutOutlined />} onClick={onArrange}>
            编辑布局
          </Button>
        )}
      </div>
    </section>
  );
}

function placeOf(user: UserInfo) {
  if (user.boolAdmin) return <Tag color="blue">系统管理员</Tag>;
  return user.organizationsDescription ? `当前组织：${user.organizationsDescription}` : "您还没有所属组织";
}

function partOfDay(hour: number): string {
  if (hour < 6) return "夜深了";
  if (hour < 11) return "早上好";
  if (hour < 13) return "中午好";
  return hour < 18 ? "下午好" : "晚上好";
}
