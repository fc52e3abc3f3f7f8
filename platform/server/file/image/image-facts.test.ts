import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import type { FileExtension } from "@ops/platform/contract";
import { probeApp } from "../../start/probe.ts";
import { imageFacts } from "../service.ts";
import { Spool } from "../spool.ts";
import { fileDesk } from "../testing.ts";
import { cleanImage } from "./clean-image.ts";
import { readExif } from "./exif.ts";
import { exifOf, jfif, jpegExif, jpegOf, pngOf, profile, segment, webpOf } from "./samples.ts";

const app = probeApp();
const { upload, addressOf, fetched } = fileDesk(app);
const written = {
  orientation: 6,
  takenAt: "2026:03:01 09:30:00",
  lat: [31, 13, 4800, "N"],
  lng: [121, 28, 1200, "E"],
} as const;
const text = (words: string) => Buffer.from(words, "latin1");

async function clean(ext: FileExtension, picture: Buffer) {
  await using sent = await Spool.of(Readable.from([picture]));
  const { facts, content } = await cleanImage(ext, sent);
  await using kept = content;
  return { facts, content: kept ? await kept.peek(0, kept.size) : null };
}

test("PF-R130 time and place of a picture are read in both byte orders; a clock without its zone is that of China", () => {
  for (const isLittle of [false, true]) {
    const { takenAt, place, orientation } = readExif(exifOf(written, isLittle));
    assert.deepEqual(takenAt, new Date("2026-03-01T09:30:00+08:00"));
    assert.deepEqual([place?.lat.toFixed(4), place?.lng.toFixed(4), orientation], ["31.2300", "121.4700", 6]);
  }
  const abroad = readExif(exifOf({ ...written, zone: "+09:00", lat: [33, 0, 0, "S"], lng: [70, 30, 0, "W"] }));
  assert.deepEqual(abroad.takenAt, new Date("2026-03-01T09:30:00+09:00"));
  assert.deepEqual(abroad.place, { lat: -33, lng: -70.5 });
});

test("PF-R130 what a camera does not know, or what is damaged, is missing", () => {
  const nothing = { takenAt: null, place: null, orientation: 1 };
  assert.deepEqual(readExif(exifOf({})), nothing);
  assert.deepEqual(
    readExif(exifOf({ takenAt: "0000:00:00 00:00:00", lat: [0, 0, 0, "N"], lng: [0, 0, 0, "E"] })),
    nothing,
  );
  assert.deepEqual(readExif(exifOf({ lat: [91, 0, 0, "N"], lng: [1, 0, 0, "E"], orientation: 9 })), nothing);
  assert.deepEqual(readExif(exifOf({ lat: [31, 0, 0, "N"] })), nothing, "half a place");
  const whole = exifOf(written);
  for (let length = 0; length < whole.length; length++) assert.ok(readExif(whole.subarray(0, length)).orientation >= 1);
});

test("PF-R130 a JPEG keeps what is drawn and how it is turned, and loses what its camera tells and what hides behind it", async () => {
  const tells = [
    jpegExif(exifOf(written)),
    segment(0xe1, text("http://ns.adobe.com/xap/1.0/\0<x/>")),
    segment(0xe2, text("MPF\0more")),
    segment(0xed, text("Photoshop 3.0\0")),
    segment(0xfe, text("张三")),
  ];
  const hidden = jpegOf(jpegExif(exifOf(written)));
  const { facts, content } = await clean("jpg", Buffer.concat([jpegOf(jfif, ...tells, profile), hidden]));
  assert.deepEqual(facts.takenAt, new Date("2026-03-01T09:30:00+08:00"));
  const turned = jpegExif(Buffer.from("4d4d002a00000008000101120003000000010006000000000000", "hex"));
  assert.deepEqual(content, Buffer.concat([jpegOf().subarray(0, 2), turned, jpegOf(jfif, profile).subarray(2)]));
  assert.deepEqual(readExif(turned.subarray(10)), { takenAt: null, place: null, orientation: 6 });
  const upright = await clean("jpeg", jpegOf(jpegExif(exifOf({ ...written, orientation: 1 }))));
  assert.deepEqual(upright.content, jpegOf());
});

test("PF-R130 a picture that tells nothing stays as it is, byte by byte, and so does what is no picture", async () => {
  const nothing = { facts: { takenAt: null, place: null }, content: null };
  assert.deepEqual(await clean("jpg", jpegOf(jfif, profile)), nothing);
  assert.deepEqual(await clean("png", pngOf({ IDAT: text("x") })), nothing);
  assert.deepEqual(await clean("webp", webpOf({ "VP8 ": text("xy") })), nothing);
  assert.deepEqual(await clean("pdf", jpegOf(jpegExif(exifOf(written)))), nothing);
  assert.deepEqual(await clean("jpg", text("\xff\xd8\xff\0nothing")), nothing);
});

test("PF-R130 a damaged picture loses what its camera tells all the same, and its facts are kept", async () => {
  const exif = exifOf({ ...written, orientation: 1 });
  const png = pngOf({ eXIf: exif, IDAT: text("x") });
  const iend = png.length - 12;
  const webp = webpOf({ EXIF: exif, "VP8 ": text("xyz") });
  const flags = { VP8X: text("\x2c\0\0\0\0\0\0\0\0\0") };
  const [start, rest] = [jpegOf().subarray(0, 2), jpegOf().subarray(2)];
  const pieces = { stray: Buffer.from([0]), told: jpegExif(exif) };
  const damaged: [FileExtension, string, Buffer, Buffer][] = [
    ["jpg", "a stray byte behind", Buffer.concat([start, pieces.told, pieces.stray, rest]), jpegOf()],
    ["jpg", "a stray byte before", Buffer.concat([start, pieces.stray, pieces.told, rest]), jpegOf()],
    [
      "jpg",
      "cut in the head of a scan",
      jpegOf(pieces.told, profile).subarray(0, 3 - rest.length),
      jpegOf(profile).subarray(0, 3 - rest.length),
    ],
    ["jpg", "cut in the data", Buffer.concat([start, pieces.told]).subarray(0, -1), start],
    ["png", "without its end", png.subarray(0, iend), pngOf({ IDAT: text("x") }).subarray(0, -12)],
    ["png", "cut in a head", png.subarray(0, iend + 5), pngOf({ IDAT: text("x") }).subarray(0, -12)],
    ["webp", "without its last byte", webp.subarray(0, -1), webpOf({ "VP8 ": text("xyz") }).subarray(0, -1)],
    ["webp", "cut before its flags", webpOf({ EXIF: exif, ...flags }).subarray(0, -10), webpOf(flags).subarray(0, -10)],
  ];
  for (const [ext, what, sent, expected] of damaged) {
    const { facts, content } = await clean(ext, sent);
    assert.deepEqual(facts.takenAt, new Date("2026-03-01T09:30:00+08:00"), what);
    if (ext === "webp") expected.writeUInt32LE(expected.length - 8, 4);
    assert.deepEqual(content, expected, what);
  }
});

test("PF-R130 what is not needed to draw goes, whoever wrote it; profile, density and colour space stay", async () => {
  const adobe = segment(0xee, text("Adobe\0d"));
  const others = [0xe0, 0xe2, 0xe3, 0xe4, 0xea, 0xeb, 0xec, 0xee, 0xef, 0xf0].map((marker) =>
    segment(marker, text("Own\0GPS")),
  );
  const { content } = await clean("jpg", jpegOf(jfif, ...others, profile, adobe));
  assert.deepEqual(content, jpegOf(jfif, profile, adobe));
  const between = Buffer.concat([jpegOf().subarray(0, -2), segment(0xe1, text("Exif\0\0")), Buffer.from([0xff, 0xd9])]);
  assert.deepEqual((await clean("jpg", between)).content, jpegOf(), "between two scans");
  assert.deepEqual(
    (await clean("png", pngOf({ pHYs: text("d"), caBX: text("GPS"), IDAT: text("x") }))).content,
    pngOf({ pHYs: text("d"), IDAT: text("x") }),
  );
  assert.deepEqual(
    (await clean("webp", webpOf({ "VP8 ": text("xy"), OWN_: text("GPS") }))).content,
    webpOf({ "VP8 ": text("xy") }),
  );
});

test("PF-R130 PNG and WebP lose the same, and their heads tell the truth afterwards", async () => {
  const exif = exifOf(written);
  const png = await clean(
    "png",
    pngOf({ eXIf: exif, tEXt: text("a\0b"), iTXt: text("c"), zTXt: text("d"), tIME: text("e"), IDAT: text("x") }),
  );
  assert.deepEqual(png.facts.takenAt, new Date("2026-03-01T09:30:00+08:00"));
  assert.deepEqual(png.content, pngOf({ IDAT: text("x") }));
  for (const lead of ["", "Exif\0\0"]) {
    const extended = {
      VP8X: text("\x2c\0\0\0\0\0\0\0\0\0"),
      "VP8 ": text("xyz"),
      EXIF: Buffer.concat([text(lead), exif]),
      "XMP ": text("<x/>"),
    };
    const webp = await clean("webp", webpOf(extended));
    assert.equal(webp.facts.place?.lat.toFixed(2), "31.23");
    assert.deepEqual(webp.content, webpOf({ VP8X: text("\x20\0\0\0\0\0\0\0\0\0"), "VP8 ": text("xyz") }));
  }
});

test("PF-R130 the end of a picture is found across windows of reading", async () => {
  const long = (length: number) =>
    Buffer.concat([
      jpegOf().subarray(0, 2),
      segment(0xda, text("s")),
      Buffer.alloc(length, 5),
      Buffer.from([0xff, 0xd9]),
    ]);
  for (const length of [65_534, 65_535, 65_536, 131_071]) {
    const { content } = await clean("jpg", Buffer.concat([long(length), text("behind")]));
    assert.deepEqual(content, long(length), String(length));
  }
});

test("PF-R130 an uploaded picture is kept without its facts, which the server still knows", async () => {
  const photo = jpegOf(jpegExif(exifOf(written)), profile);
  const { data, msg } = await upload("现场.jpg", photo);
  assert.equal(msg, "");
  const facts = await app.arrange((tx) => imageFacts(tx, data.id));
  assert.deepEqual(facts.takenAt, new Date("2026-03-01T09:30:00+08:00"));
  assert.deepEqual([facts.place?.lat.toFixed(4), facts.place?.lng.toFixed(4)], ["31.2300", "121.4700"]);
  const { data: address } = await addressOf(data.id);
  const served = Buffer.from(await (await fetched(address.url)).arrayBuffer());
  assert.equal(served.length, data.size);
  assert.ok(!served.includes("2026:03:01") && served.includes("ICC_PROFILE"));
  const plain = await upload("截图.png", pngOf({ IDAT: text("x") }));
  assert.deepEqual(await app.arrange((tx) => imageFacts(tx, plain.data.id)), { takenAt: null, place: null });
});

test("PF-R130 HEIC is refused in words that say what to do, by its name and by its content", async () => {
  const heic = (brand: string) => text(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`);
  const told = "不支持HEIC格式的照片，请在手机相机设置中将格式改为「兼容性最佳」，或转换为JPG后上传";
  for (const name of ["IMG_1.HEIC", "a.heif", "a.heics"]) {
    const { msg, msgCode } = await upload(name, jpegOf());
    assert.deepEqual([msgCode, msg], ["FILE_HEIC", told], name);
  }
  for (const brand of ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"])
    assert.equal((await upload("a.jpg", heic(brand))).msg, told, brand);
  assert.equal((await upload("a.heictic", jpegOf())).msg, "文件类型不支持或内容与扩展名不符");
  assert.notEqual((await upload("a.jpg", heic("avif"))).msg, told);
});
