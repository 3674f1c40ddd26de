import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { EXAMPLE_WEBHOOK } from '@galla/contract/api-reference/integrator-examples'
import { describe, expect, test } from 'vitest'
import { signWebhook } from '../../server/src/webhooks/endpoints/sign-webhook.ts'
import { isHere } from '../guide/guide-programs.ts'

const SDK = fileURLToPath(new URL('../../sdk/php/src/', import.meta.url))
const PROGRAM = `
spl_autoload_register(fn ($name) => require '${SDK}' . substr($name, 6) . '.php');
$in = json_decode(stream_get_contents(STDIN), true);
try {
    $out = ['fields' => Galla\\Webhook::verify($in['body'], $in['headers'], $in['secrets'], $in['now'])];
} catch (Galla\\WebhookException $error) {
    $out = ['refused' => $error->getMessage()];
}
echo json_encode($out, JSON_THROW_ON_ERROR);`

const SECRET = `whsec_${Buffer.from('thirty-two bytes of a good secret').toString('base64')}`
const OTHER = `whsec_${Buffer.from('another secret').toString('base64')}`
const AT = new Date('2026-11-28T12:00:00Z')
const NOW = AT.getTime() / 1000

interface Given {
  readonly body?: string
  readonly secrets?: string | string[]
  readonly now?: number
  readonly headers?: object
}

const signed = (body: string, secrets = [SECRET]) =>
  signWebhook({ webhookId: 'evt_1', at: AT, body, secrets })

const verify = (body: string, over: Given = {}): { fields?: Record<string, unknown>; refused?: string } => {
  const input = JSON.stringify({ body, headers: signed(body), secrets: SECRET, now: NOW, ...over })
  return JSON.parse(execFileSync('php', ['-r', PROGRAM], { input, encoding: 'utf8' }))
}

describe.skipIf(!isHere('php'))('the PHP package', () => {
  const JSON_BODY = JSON.stringify(EXAMPLE_WEBHOOK)

  test('takes a notification as JSON and as a form, with each field as it was sent', () => {
    expect(verify(JSON_BODY).fields).toEqual(EXAMPLE_WEBHOOK)
    const form = { client_txn_id: 'A-1', 'p.info x': 'चाय & ₹5', customer_vpa: 'asha@okaxis', udf1: '' }
    expect(verify(new URLSearchParams(form).toString()).fields).toEqual(form)
  })

  test('takes the headers as any server names them, and both secrets while one is changed', () => {
    const headers = Object.fromEntries(
      Object.entries(signed(JSON_BODY)).map(([name, value]) => [name.toUpperCase(), [value]]),
    )
    expect(verify(JSON_BODY, { headers }).fields).toEqual(EXAMPLE_WEBHOOK)
    expect(verify(JSON_BODY, { secrets: [OTHER, SECRET] }).fields).toEqual(EXAMPLE_WEBHOOK)
    expect(verify(JSON_BODY, { headers: signed(JSON_BODY, [OTHER, SECRET]) }).fields).toEqual(EXAMPLE_WEBHOOK)
  })

  test.each<[string, Given, RegExp]>([
    ['another body', { body: `${JSON_BODY} ` }, /does not match/],
    ['another secret', { secrets: OTHER }, /does not match/],
    ['no secret at all', { secrets: [] }, /does not match/],
    ['an empty secret', { secrets: '' }, /must start with whsec_/],
    ['an old signature', { now: NOW + 301 }, /too far/],
    ['a signature of the future', { now: NOW - 301 }, /too far/],
    ['no headers', { headers: {} }, /webhook-id is missing/],
    [
      'a time that is none',
      { headers: { ...signed(JSON_BODY), 'webhook-timestamp': '1e9' } },
      /not a Unix time/,
    ],
  ])('refuses %s', (_what, over, sentence) => {
    expect(verify(JSON_BODY, over).refused).toMatch(sentence)
  })
})
