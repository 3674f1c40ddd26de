import { expect, test } from 'vitest'
import { isNetwork } from './api-keys.ts'

test.each([
  ['203.0.113.7', true],
  ['203.0.113.0/24', true],
  ['203.0.113.7/24', false],
  ['0.0.0.0/0', true],
  ['256.1.1.1', false],
  ['1.2.3', false],
  ['1.2.3.4/33', false],
  ['::1', true],
  ['2001:db8::/32', true],
  ['2001:db8::1/32', false],
  ['2001:db8::1/128', true],
  ['2001:db8::/129', false],
  ['::ffff:1.2.3.4', false],
  ['1:2:3:4:5:6:7:8', true],
  ['1:2:3:4:5:6:7:8:9', false],
  ['host.example', false],
  ['', false],
  ['1.2.3.4/24/8', false],
])('%s is a network: %s', (text, is) => {
  expect(isNetwork(text)).toBe(is)
})
