import { PrintPage, QrCode, SignatureInput, type Stroke, signatureFile } from "@ops/platform/web";
import { Button } from "antd";
import { useState } from "react";

export function SignatureStory() {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [made, setMade] = useState("");
  const make = async () => {
    const { name, type, size } = await signatureFile(strokes);
    setMade(`${name} ${type} ${size > 500 ? "有内容" : "空白"}`);
  };
  return (
    <>
      <SignatureInput label="客户签名" value={strokes} onChange={setStrokes} />
      <Button onClick={() => void make()}>生成图片</Button> <output aria-label="签名图片">{made}</output>
    </>
  );
}

export function QrStory() {
  return <QrCode label="核销码 HX2026030100001" value="HX2026030100001" />;
}

const lines = Array.from({ length: 60 }, (_, at) => ({ no: at + 1, name: `检查项目 ${at + 1}`, result: "合格" }));

export function PrintStory() {
  return (
    <PrintPage title="车辆交付检查单" number="JF2026030100001">
      <table className="story-lines">
        <thead>
          <tr>
            <th>序号</th>
            <th>项目</th>
            <th>结果</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ no, name, result }) => (
            <tr key={no}>
              <td>{no}</td>
              <td>{name}</td>
              <td>{result}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PrintPage>
  );
}
