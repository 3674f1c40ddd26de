import { IconExternalLink } from 'virtual:icons'
import { createOrder } from '@galla/contract/orders/orders'
import { Box, Group } from '@mantine/core'
import { CodeBlock } from '../code/code-sample.tsx'
import type { PlainReply } from './call-with-key.ts'
import { jsonOrNothing, type Made } from './tried-body.ts'
import type { TriedCall } from './tried-call.ts'

const SHOWN_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
]

/** What came back, and where its order is paid. */
export function TryReply({
  reply,
  made,
  call,
}: {
  reply: PlainReply
  made: Made | undefined
  call: TriedCall
}) {
  const { status, statusText, headers, text, durationMs } = reply
  const json = jsonOrNothing(text)
  const isOk = status < 400
  return (
    <>
      <Group component="p" gap="4px 16px" className="tabular">
        <Box component="strong" c={`var(--galla-${isOk ? 'success' : 'failed'})`}>
          {status} {statusText}
        </Box>
        <span>{durationMs} ms</span>
        {isOk && made !== undefined && call.endpoint.path === createOrder.path && (
          <Box component="a" ml="auto" href={made.paymentUrl} target="_blank" rel="noopener">
            Open its payment page <IconExternalLink size={14} />
          </Box>
        )}
      </Group>
      <Group component="p" gap="2px 16px" fz="sm" className="mono breaks">
        {SHOWN_HEADERS.filter((name) => headers.has(name)).map((name) => (
          <span key={name}>
            <span className="muted">{name}:</span> {headers.get(name)}
          </span>
        ))}
      </Group>
      <CodeBlock
        title={`Reply: ${call.title}`}
        text={json === undefined ? text : JSON.stringify(json, null, 2)}
        language="json"
      />
    </>
  )
}
