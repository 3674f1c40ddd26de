import { IconExternalLink } from 'virtual:icons'
import { createOrder } from '@galla/contract/orders/orders'
import { Box, Button, Group, Paper, Stack, Textarea, TextInput } from '@mantine/core'
import { CodeBlock } from '../code/code-sample.tsx'
import { useGuide } from '../guide-context.tsx'
import type { PlainReply } from './call-with-key.ts'
import { jsonOrNothing, type Made, TRIED_CALLS, type TriedCall } from './tried-body.ts'
import css from './try-call.module.css'
import { useTry } from './use-try.ts'

const KEY_WRONG = 'Please enter a test API key. It starts with key_test_'
const BODY_WRONG = 'This is not valid JSON'
const UNREACHABLE = 'The server could not be reached. Please try again.'
const BODY_LINES_MIN = 3

export function TryPanel({ name }: { name: string }) {
  const call = TRIED_CALLS[name]
  return call === undefined ? null : <TryForm call={call} />
}

/** A call as it is sent, and its reply. */
function TryForm({ call }: { call: TriedCall }) {
  const { key, body, send, submit, isKeyWrong, isBodyWrong } = useTry(call)
  return (
    <Paper
      component="section"
      withBorder
      radius="md"
      className={css.panel}
      aria-label={`Try it: ${call.title}`}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Group component="header" gap={4} pl="md" pr="xs" py={6} fz="sm" fw={600}>
          <Box component="span" mr="auto">
            Try it
          </Box>
          {call.endpoint.path === createOrder.path && (
            <Button variant="subtle" px="sm" onClick={body.again}>
              New client_txn_id
            </Button>
          )}
          <Button type="submit" px={14} aria-disabled={send.isPending}>
            {send.isPending ? 'Sending...' : 'Send'}
          </Button>
        </Group>
        <SentHead call={call} bearer={key.needed && key.own ? key.value : undefined} />
        <Stack gap="xs" px="md" py="sm" className={css.fields}>
          {key.needed && !key.own && (
            <KeyField error={isKeyWrong && KEY_WRONG} value={key.value} onType={key.type} />
          )}
          <Textarea
            label="Body"
            error={isBodyWrong && BODY_WRONG}
            value={body.text}
            rows={Math.max(BODY_LINES_MIN, body.text.split('\n').length)}
            resize="vertical"
            spellCheck={false}
            autoCapitalize="none"
            maxLength={10_000}
            onChange={(event) => body.type(event.target.value)}
          />
        </Stack>
      </form>
      <div role="status" className={css.answer}>
        {send.isError && (
          <Box component="p" c="var(--galla-failed)">
            {UNREACHABLE}
          </Box>
        )}
        {send.data !== undefined && <TryReply reply={send.data} made={body.made} call={call} />}
      </div>
    </Paper>
  )
}

interface KeyFieldProps {
  readonly error: string | false
  readonly value: string
  readonly onType: (text: string) => void
}

function KeyField({ error, value, onType }: KeyFieldProps) {
  return (
    <TextInput
      label="Test API key"
      error={error}
      value={value}
      placeholder="key_test_..."
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={120}
      onChange={(event) => onType(event.target.value.trim())}
    />
  )
}

/** The method, URL and headers of the request. */
function SentHead({ call, bearer }: { call: TriedCall; bearer: string | undefined }) {
  const { apiUrl } = useGuide()
  return (
    <Box fz="sm" py="sm" px="md" bg="var(--galla-sunken)" className="mono breaks">
      <p>
        <strong>{call.endpoint.method}</strong> {apiUrl}
        {call.endpoint.path}
      </p>
      {bearer !== undefined && (
        <p>
          <span className="muted">Authorization:</span> Bearer {bearer}
        </p>
      )}
      <p>
        <span className="muted">Content-Type:</span> application/json
      </p>
    </Box>
  )
}

const SHOWN_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
]

/** The reply, with a link to the payment page of a created order. */
function TryReply({ reply, made, call }: { reply: PlainReply; made: Made | undefined; call: TriedCall }) {
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
            Open the payment page <IconExternalLink size={14} />
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
