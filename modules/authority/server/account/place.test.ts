import assert from "node:assert/strict";
import { test } from "node:test";
import { deviceOf } from "./device.ts";
import { ipRegion, isInNetworks, limitedPlace, plainIp } from "./ip.ts";
import { maskedIdentity } from "./login-log.ts";

test("PF 2.2 the device is read from the User-Agent", () => {
  const names: [userAgent: string, name: string][] = [
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36",
      "Chrome 126 / Windows 10",
    ],
    ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0", "Edge 126 / Windows 10"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15",
      "Safari 17 / macOS",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox 128 / Linux"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 wxwork/4.1.26",
      "企业微信 4 / iOS 17",
    ],
    [
      "Mozilla/5.0 (Linux; Android 14; V2309) AppleWebKit/537.36 Chrome/116.0 MicroMessenger/8.0",
      "微信 8 / Android 14",
    ],
    ["", "未知浏览器 / 未知系统"],
  ];
  for (const [userAgent, name] of names) assert.equal(deviceOf(userAgent).deviceName, name);
});

test("PF 2.2 the place of an address is told without asking anybody", () => {
  const places: [ip: string, place: string][] = [
    ["127.0.0.1", "本地"],
    ["::1", "本地"],
    ["::ffff:127.0.0.1", "本地"],
    ["10.1.2.3", "内网"],
    ["172.31.0.1", "内网"],
    ["192.168.1.1", "内网"],
    ["fd00::1", "内网"],
    ["172.32.0.1", "未知"],
    ["8.8.8.8", "未知"],
    ["", "未知"],
    ["rubbish", "未知"],
  ];
  for (const [ip, place] of places) assert.equal(ipRegion(ip), place, ip);
  assert.equal(plainIp("::ffff:10.1.2.3"), "10.1.2.3");
});

test("PF-R19 limits count an IPv6 subscriber as one, whatever address of the network the call comes from", () => {
  const places: [ip: string, place: string][] = [
    ["198.51.100.7", "198.51.100.7"],
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:0DB8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["64:ff9b::198.51.100.7", "64:ff9b:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
    ["rubbish", "rubbish"],
  ];
  for (const [ip, place] of places) assert.equal(limitedPlace(ip), place, ip);
});

test("PF-R19 trusted networks are CIDR lists; what is no network opens nothing", () => {
  assert.equal(isInNetworks("10.1.2.3", "10.0.0.0/8，203.0.113.0/24"), true);
  assert.equal(isInNetworks("203.0.113.200", "10.0.0.0/8, 203.0.113.0/24"), true);
  assert.equal(isInNetworks("2001:db8::1", "2001:db8::/32"), true);
  assert.equal(isInNetworks("198.51.100.1", "198.51.100.1"), true);
  assert.equal(isInNetworks("10.1.2.3", "0.0.0.0/0"), true);
  assert.equal(isInNetworks("10.1.2.3", "10.1.2.3/32"), true);
  assert.equal(isInNetworks("10.1.2.3", "all/8 10.1.2.2/31"), true);
  assert.equal(isInNetworks("2001:db8::1", "2001:db8::1/128"), true);
  assert.equal(isInNetworks("2001:db8::2", "2001:db8::1"), false);
  assert.equal(isInNetworks("2001:db8::1", "10.0.0.0/8 2001:db8::1/129"), false);
  for (const bad of ["", " ", "all", "all/8", "0.0.0.0/-1", "10.1.2.3/33", "/", "10.0.0/8", "10.0.0.0/8.5"]) {
    assert.equal(isInNetworks("10.1.2.3", bad), false, bad);
  }
});

test("PF-R27 the login log keeps the mask of what was typed, even of a password in the wrong field", () => {
  assert.equal(maskedIdentity("13812341234"), "138****1234");
  assert.equal(maskedIdentity("Secret@2026"), "S***");
  assert.equal(maskedIdentity("A0001"), "A***");
});
