import { expect, test } from 'vitest';

import { endpointName, isRelayAddress } from '../../../src/ui/state/endpoint-address.ts';

test.each([
  [' https://host.invalid/v1/ ', 'https://host.invalid/v1'],
  ['http://127.0.0.1:8787/t/SECRET/api/qwen-us', 'http://127.0.0.1:8787/api/qwen-us'],
  ['http://127.0.0.1:8787/t/SECRET/api/qwen-workspace/one.two/', 'http://127.0.0.1:8787/api/qwen-workspace/one.two'],
  ['https://host.invalid/t/', 'https://host.invalid/t'],
  ['not an address', 'not an address'],
])('%s is called %s', (address, name) => {
  expect(endpointName(address)).toBe(name);
});

test.each([
  ['http://127.0.0.1:8787/t/SECRET/api/qwen-us', true],
  ['https://relay.invalid/api/qwen-us', true],
  ['https://host.invalid/api/v3', false],
  ['https://host.invalid/compatible-mode/v1', false],
  ['', false],
])('%s: a relay? %s', (address, relay) => {
  expect(isRelayAddress(address)).toBe(relay);
});
