import fc from 'fast-check';
import { expect, test } from 'vitest';

import { refusedAddress } from '../../../worker/ip-address.ts';
import { requireHostPattern, requireVideoUrl } from '../../../worker/video-address.ts';

const POLICY = { hosts: ['videos.example.org', '*.archive.example'] };

test.each([
  ['0.0.0.0', 'private'],
  ['10.1.2.3', 'private'],
  ['100.100.100.200', 'private'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', 'metadata'],
  ['169.254.169.254', 'metadata'],
  ['169.254.0.1', 'link-local'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.192', 'private'],
  ['192.168.1.1', 'private'],
  ['198.19.0.1', 'private'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'reserved'],
  ['::', 'private'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:a9fe:a9fe', 'metadata'],
  ['::ffff:0:10.0.0.1', 'private'],
  ['::127.0.0.1', 'private'],
  ['64:ff9b::127.0.0.1', 'loopback'],
  ['64:ff9b:1::1', 'private'],
  ['2002:7f00:1::', 'loopback'],
  ['2001:0:102:304::1', 'reserved'],
  ['2001:db8::1', 'reserved'],
  ['fc00::1', 'private'],
  ['fd00:ec2::254', 'private'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'unreadable'],
  ['fec0::1', 'private'],
  ['ff02::1', 'multicast'],
  ['1:2:3', 'unreadable'],
  ['1::2::3', 'unreadable'],
])('%s is refused: %s', (address, why) => {
  expect(refusedAddress(address)).toBe(why);
  if (why !== 'unreadable' && address.includes(':')) expect(refusedAddress(`[${address}]`)).toBe(why);
});

test.each([
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
])('%s may be reached', (address) => {
  expect(refusedAddress(address)).toBeUndefined();
});

test('an IPv4 address is judged alike in every form that a URL may give it', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom('decimal', 'octal', 'hex', 'short'), (address, form) => {
      const bytes = address.split('.').map(Number);
      const [a = 0, b = 0, c = 0, d = 0] = bytes;
      const number = ((a * 256 + b) * 256 + c) * 256 + d;
      const written = {
        decimal: String(number),
        octal: bytes.map((byte) => `0${byte.toString(8)}`).join('.'),
        hex: `0x${number.toString(16)}`,
        short: `${a}.${b}.${c * 256 + d}`,
      }[form];
      const seen = new URL(`https://${written}/`).hostname;
      expect(seen).toBe(address);
      expect(refusedAddress(`::ffff:${address}`)).toBe(refusedAddress(seen));
    }),
  );
});

test.each([
  ['https://2130706433/a.mp4', 'loopback'],
  ['https://0x7f000001/a.mp4', 'loopback'],
  ['https://0177.0.0.1/a.mp4', 'loopback'],
  ['https://127.1/a.mp4', 'loopback'],
  ['https://[::1]/a.mp4', 'loopback'],
  ['https://[::ffff:169.254.169.254]/a.mp4', 'metadata'],
  ['https://0xa9fea9fe/latest', 'metadata'],
  ['https://localhost/a.mp4', 'private'],
  ['https://localhost./a.mp4', 'private'],
  ['https://a.localhost/a.mp4', 'private'],
  ['https://metadata.google.internal/a.mp4', 'private'],
  ['https://printer.local/a.mp4', 'private'],
  ['https://intranet/a.mp4', 'private'],
  ['https://１２７.0.0.1/a.mp4', 'loopback'],
  ['http://videos.example.org/a.mp4', 'https:// only'],
  ['ftp://videos.example.org/a.mp4', 'https:// only'],
  ['file:///etc/passwd', 'https:// only'],
  ['https://videos.example.org:8443/a.mp4', 'not on 8443'],
  ['https://videos.example.org:22/a.mp4', 'not on 22'],
  ['https://name:word@videos.example.org/a.mp4', 'user name'],
  ['https://other.example.org/a.mp4', 'may not read from other.example.org'],
  ['https://videos.example.org.evil.example/a.mp4', 'may not read from'],
  ['https://archive.example/a.mp4', 'may not read from'],
  ['https://notarchive.example/a.mp4', 'may not read from'],
  ['https://8.8.8.8/a.mp4', 'may not read from 8.8.8.8'],
  ['/a.mp4', 'whole one'],
  ['', 'whole one'],
])('%s is not read: %s', (address, why) => {
  expect(() => requireVideoUrl(address, POLICY)).toThrow(why);
});

test('allowed hosts are read, with plain http only where that is allowed', () => {
  expect(requireVideoUrl('https://videos.example.org:443/a%20b.mp4?x=1#t=3', POLICY).href).toBe(
    'https://videos.example.org/a%20b.mp4?x=1',
  );
  expect(requireVideoUrl('https://VIDEOS.example.org./a.mp4', POLICY).hostname).toBe('videos.example.org.');
  expect(requireVideoUrl('https://de.archive.example/a.mp4', POLICY).hostname).toBe('de.archive.example');
  const open = { ...POLICY, allowHttp: true };
  expect(requireVideoUrl('http://videos.example.org/a.mp4', open).protocol).toBe('http:');
  expect(() => requireVideoUrl('http://videos.example.org:443/a.mp4', open)).toThrow('not on 443');
  expect(() => requireVideoUrl('https://videos.example.org:80/a.mp4', open)).toThrow('not on 80');
});

test('hosts to allow are names, or all hosts under one', () => {
  expect(['Videos.Example.org', '*.archive.example', 'xn--bcher-kva.example'].map(requireHostPattern)).toEqual([
    'videos.example.org',
    '*.archive.example',
    'xn--bcher-kva.example',
  ]);
  for (const pattern of [
    '',
    '*',
    '*.org',
    'localhost',
    '127.0.0.1',
    '2130706433',
    '[::1]',
    'https://videos.example.org',
    'videos.example.org/a',
    'videos.example.org:8443',
    'a.*.example.org',
    '*videos.example.org',
    'videos..org',
  ]) {
    expect(() => requireHostPattern(pattern), pattern).toThrow('is not a host');
  }
});
