import { overlayOf, useClosing } from "@ops/platform/web";
import { listInterviews } from "@ops/store/contract";
import { Drawer } from "antd";
import { InterviewTable } from "./InterviewTable.tsx";

/** 我的面试: the interviews of the reader over the page of people. */
function MyInterviews({ onClose }: { readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  return (
    <Drawer title="我的面试" size={1000} {...drawer}>
      <InterviewTable filters={{ isMine: "1" }} />
    </Drawer>
  );
}

const InterviewsOfAddress = overlayOf("interviews", listInterviews, MyInterviews);

export default InterviewsOfAddress;
