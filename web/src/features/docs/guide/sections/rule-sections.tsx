import {
  EXAMPLE_FAILURE,
  WEBHOOK_ANSWER,
  WEBHOOK_ANSWER_UNKNOWN,
} from '@galla/contract/api-reference/integrator-examples'
import { EXPIRY_SECONDS } from '@galla/contract/orders/order-status'
import { Stack } from '@mantine/core'
import { JsonBlock } from '../code/code-sample.tsx'
import { CodeName } from '../code-name.tsx'
import { durationLabel } from '../duration-labels.ts'
import { FactTable } from '../field-table.tsx'
import css from '../guide.module.css'
import { GuidePart, GuideSection } from '../guide-section.tsx'
import { integratorRefusals, type KnownRefusal } from './refusal-advice.ts'

export const IMPORTANT_NOTES = { id: 'important-notes', title: 'Important notes' }
export const STATUS_CODES = { id: 'status-codes', title: 'Status codes' }

export function ImportantNotes() {
  return (
    <GuideSection {...IMPORTANT_NOTES}>
      <Stack component="ul" gap="xs" maw="74ch" pl={20}>
        <li>
          <code>client_txn_id</code> must be unique. Galla refuses a second order with the same one.
        </li>
        <li>Amounts are in Indian rupees (INR), with up to 2 decimals.</li>
        <li>
          In a text field, Galla reads a JSON number or boolean as the text that you sent, with every digit.
          It reads <code>null</code> as a field that is absent, and line breaks and tabs in names, the purpose
          and <code>udf1</code> to <code>udf3</code> as spaces.
        </li>
        <li>
          The payment URL expires in {durationLabel(EXPIRY_SECONDS)}. A payment that arrives later still makes
          the order a success, marked <code>paidLate</code>.
        </li>
        <li>Your webhook must answer HTTP {WEBHOOK_ANSWER.status}.</li>
        <li>
          The redirect has <code>client_txn_id</code> and <code>txn_id</code>, but no status, because anyone
          could forge it. Call check-order-status or wait for the webhook.
        </li>
        <li>
          Keys that start with <code>key_test_</code> create test orders. Keys that start with{' '}
          <code>key_live_</code> create live orders. The two never mix.
        </li>
      </Stack>
    </GuideSection>
  )
}

export function StatusCodes({ title = STATUS_CODES.title }: { title?: string }) {
  return (
    <GuideSection id={STATUS_CODES.id} title={title}>
      <p>
        Every error has a matching HTTP status and the same format. <code>msg</code> is a message for people,{' '}
        <code>code</code> is a stable code for programs, and <code>errors</code> has one entry for each
        invalid field. Include the <code>requestId</code> when you contact support.
      </p>
      <JsonBlock title="Error reply, 400" json={EXAMPLE_FAILURE} />
      <FactTable
        caption="Status codes of the API"
        heads={['Status and code', 'Message, and what to do']}
        rows={[SUCCESS, ...integratorRefusals().map(refusalRow)]}
      />
      <GuidePart id="webhook-status-codes" title="How Galla treats your webhook's responses">
        <FactTable
          caption="Status codes of your webhook"
          heads={['Status', 'Meaning']}
          rows={YOUR_ANSWERS.map(([status, means]) => ({
            key: status,
            left: <strong>{status}</strong>,
            right: means,
          }))}
        />
      </GuidePart>
    </GuideSection>
  )
}

const SUCCESS = {
  key: '200',
  left: <strong>200</strong>,
  right: (
    <>
      <code>success</code> is true and <code>data</code> has the result.
    </>
  ),
}

export const refusalRow = ({ code, status, msg, advice }: KnownRefusal) => ({
  key: code,
  left: (
    <>
      <strong>{status}</strong> <CodeName name={code} />
    </>
  ),
  right: (
    <>
      <q className={css.message}>{msg}</q>
      <span className={css.limit}>{advice}</span>
    </>
  ),
})

const YOUR_ANSWERS = [
  [String(WEBHOOK_ANSWER.status), 'Delivered. No other status counts as delivered.'],
  [
    String(WEBHOOK_ANSWER_UNKNOWN.status),
    `Unknown transaction, with success false and message '${WEBHOOK_ANSWER_UNKNOWN.body.message}'. Galla tries again.`,
  ],
  ['410', 'The receiver no longer exists. Galla pauses the webhook.'],
  ['401', 'The signature is wrong, in the example receivers. Galla tries again.'],
  ['Anything else', 'Galla tries again, as described in the retry policy.'],
] as const
