import {
  type ApiDetails,
  updateWebhookUrl,
  type WEBHOOK_FORMAT_CHOICES,
  WEBHOOK_FORMATS,
} from '@galla/contract/api-keys/api-details'
import { Checkbox, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { CodeBlock } from '../guide/code/code-sample.tsx'
import { formSample, jsonSample } from '../guide/code/webhook-samples.ts'
import css from './api-documentation-page.module.css'
import { useDetailsChange } from './changed-details.ts'
import { DetailRow } from './detail-row.tsx'

type FormatChoice = (typeof WEBHOOK_FORMAT_CHOICES)[number]

const FORMATS = {
  auto: {
    label: 'Automatic',
    means:
      "The webhook has the format of the call that created the order: JSON for Galla's own calls, a form for calls in the format of UPIGateway, EKQR or CutePe.",
  },
  standard: {
    label: 'Standard JSON',
    means: 'JSON with every field, as the guide below describes. Use it for new receivers.',
  },
  ekqr: {
    label: 'UPIGateway / EKQR form',
    means:
      "A form with EKQR's field names and values, for receivers that read $_POST. Galla sends it when an order is paid, and when it fails if you turn that on.",
  },
  ekqr_json: {
    label: 'UPIGateway / EKQR JSON',
    means:
      "JSON with EKQR's field names and values, for receivers that parse JSON. Galla sends it when an order is paid, and when it fails if you turn that on.",
  },
  cutepe: {
    label: 'CutePe form',
    means:
      "A form for receivers of CutePe's shop plugins. Galla sends it when an order is paid, and when it fails if you turn that on.",
  },
} as const satisfies Record<FormatChoice, { label: string; means: string }>

/** The guide names both. */
const FAILURE_SWITCH = 'Send failures too'
const SOURCE_SWITCH = 'Send silent sources too'

const TEXTS = {
  done: 'Webhook format updated',
  failed: 'Failed to update the webhook format',
}
const OPTIONS = (['auto', ...WEBHOOK_FORMATS] as const).map((value) => ({
  value,
  label: FORMATS[value].label,
}))

const FAILURES =
  'Turn it on only if your receiver reads the status. Some receivers treat every notification as a payment.'
const FAILURES_IN_FORMS = `For the forms of other gateways. Galla always sends failures in JSON. ${FAILURES}`

/** The format of the notifications to the webhook URL. A choice is saved immediately. */
export function WebhookFormatRow({ details }: { details: ApiDetails }) {
  const change = useDetailsChange(updateWebhookUrl, TEXTS)
  const {
    webHookUrl: webhookUrl,
    webhookFormat,
    webhookFormatChosen,
    webhookTellsFailures,
    webhookTellsSources,
  } = details
  const saved: FormatChoice = webhookFormatChosen ? webhookFormat : 'auto'
  const chosen = change.isPending ? (change.variables.format ?? saved) : saved
  const isForeign = chosen !== 'auto' && chosen !== 'standard'
  const blocked = webhookUrl === '' || change.isPending
  return (
    <DetailRow name="Format">
      <NativeSelect
        maw={280}
        fw={400}
        aria-label="Notification format"
        data={OPTIONS}
        value={chosen}
        disabled={blocked}
        onChange={(event) => change.mutate({ webhookUrl, format: event.currentTarget.value as FormatChoice })}
      />
      <Text maw="62ch" c="dimmed" fz="sm" fw={400} mt={6}>
        {webhookUrl === '' ? 'Set a webhook URL first.' : FORMATS[chosen].means}
      </Text>
      {chosen !== 'standard' && (
        <Checkbox
          mt="sm"
          fw={400}
          label={FAILURE_SWITCH}
          description={chosen === 'auto' ? FAILURES_IN_FORMS : FAILURES}
          checked={
            change.isPending ? (change.variables.tellsFailures ?? webhookTellsFailures) : webhookTellsFailures
          }
          disabled={blocked}
          onChange={(event) => change.mutate({ webhookUrl, tellsFailures: event.currentTarget.checked })}
        />
      )}
      {!isForeign && (
        <Checkbox
          mt="sm"
          fw={400}
          label={SOURCE_SWITCH}
          description="Galla sends source.silent when your phone, mailbox or provider stops reporting payments, and source.back when it reports them again. Turn it on only if your receiver ignores events that it does not know."
          checked={
            change.isPending ? (change.variables.tellsSources ?? webhookTellsSources) : webhookTellsSources
          }
          disabled={blocked}
          onChange={(event) => change.mutate({ webhookUrl, tellsSources: event.currentTarget.checked })}
        />
      )}
      <Samples key={chosen} first={isForeign ? chosen : 'standard'} />
    </DetailRow>
  )
}

const SAMPLE_NAMES = { standard: 'JSON', ekqr: 'EKQR', ekqr_json: 'EKQR JSON', cutepe: 'CutePe' } as const
type Sample = keyof typeof SAMPLE_NAMES

function Samples({ first }: { first: Sample }) {
  const [shown, setShown] = useState<Sample>(first)
  return (
    <details className={css.samples}>
      <summary>See a notification in each format</summary>
      <SegmentedControl
        aria-label="Sample"
        size="xs"
        data={Object.entries(SAMPLE_NAMES).map(([value, label]) => ({ value, label }))}
        value={shown}
        onChange={(value) => setShown(value as Sample)}
      />
      {shown === 'standard' || shown === 'ekqr_json' ? (
        <CodeBlock title="application/json" text={jsonSample(shown)} language="json" />
      ) : (
        <CodeBlock title="application/x-www-form-urlencoded" text={formSample(shown)} language="text" />
      )}
      <Text c="dimmed" fz="xs">
        Every notification has a signature over its exact bytes in the headers. Send test uses the chosen
        format, or with Automatic that of your newest order.
      </Text>
    </details>
  )
}
