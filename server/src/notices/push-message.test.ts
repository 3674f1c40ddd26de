import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { secretsFrom } from '../platform/crypto/crypto.ts'
import { randomIds } from '../platform/ids.ts'
import { createPushSender, encryptPush, isPushKey } from './push-message.ts'

const P256DH = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'
const AUTH = 'BTBZMqHH6r4Tts7J_aSIgg'

test('a message is encrypted as in the example of RFC 8291', () => {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  const text = 'When I grow up, I want to be a watermelon'
  const message = encryptPush(text, { p256dh: P256DH, auth: AUTH }, { keys, salt })
  expect(message.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('two messages share neither keys nor salt, and the longest one fits a record', () => {
  const messages = [1, 2].map(() =>
    encryptPush('x'.repeat(3_990), { p256dh: P256DH, auth: AUTH }, { salt: randomIds.bytes(16) }).toString(
      'base64url',
    ),
  )
  expect(new Set(messages.map((message) => message.slice(0, 100))).size).toBe(2)
  expect(Buffer.from(messages[0] ?? '', 'base64url').length).toBeLessThanOrEqual(4_096)
})

test('only a point of the curve is a key of a browser', () => {
  expect(isPushKey(P256DH)).toBe(true)
  for (const wrong of ['', 'AAAA', `${P256DH.slice(0, -2)}AA`, Buffer.alloc(65, 4).toString('base64url')])
    expect(isPushKey(wrong), wrong).toBe(false)
})

test('every process of an installation has the same key, another installation another', () => {
  const keyOf = (fill: number) => createPushSender(secretsFrom(new Uint8Array(32).fill(fill))).publicKey
  expect([keyOf(7), keyOf(7) === keyOf(8)]).toEqual([keyOf(7), false])
  expect(Buffer.from(keyOf(7), 'base64url').length).toBe(65)
})
