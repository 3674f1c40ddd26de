import { IconExternalLink } from 'virtual:icons'
import { getApiDetails } from '@galla/contract/api-keys/api-details'
import { createOrder } from '@galla/contract/orders/orders'
import { Box, Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { dropDraft, storeDraft, storedDraft } from '../../../components/form/stored-draft.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useSession } from '../../../session/session.tsx'
import { callWithKey, type PlainReply } from './call-with-key.ts'
import { CodeBlock } from './code-sample.tsx'
import { useGuide } from './guide-context.tsx'
import { bodyToTry, isTestKey, jsonOrNothing, type Made, madeBy } from './tried-body.ts'
import type { TriedCall } from './tried-call.ts'
import css from './try-call.module.css'

const SHOWN_HEADERS = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'X-Request-Id',
]
const KEY_WRONG = 'Please enter a test API key: it starts with key_test_'
const BODY_WRONG = 'This is not JSON'
const UNREACHABLE = 'The server could not be reached. Please try again.'
const BODY_LINES_MIN = 3
const VISITOR = 'visitor'
const KEY_BEGIN = 'key_'

/** A call, shown as it is sent, and what came back. */
export function TryPanel({ call }: { call: TriedCall }) {
  const { title, endpoint } = call
  const { origin, apiUrl } = useGuide()
  const key = useKey(endpoint.auth === 'key')
  const body = useBody(call)
  const queryClient = useQueryClient()
  const [isChecked, setChecked] = useState(false)
  const send = useMutation({
    mutationFn: () => callWithKey(`${apiUrl}${endpoint.path}`, key.needed ? key.value : undefined, body.text),
    onSuccess: ({ text }) => {
      const made = endpoint.path === createOrder.path ? madeBy(origin, body.text, text) : undefined
      if (made !== undefined) queryClient.setQueryData(queryKeys.triedOrder, made)
    },
  })
  const isKeyWrong = key.needed && !isTestKey(key.value)
  const isBodyWrong = jsonOrNothing(body.text) === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isKeyWrong && !isBodyWrong && !send.isPending) send.mutate()
  }
  return (
    <Box
      component="section"
      miw={0}
      bdrs="md"
      bg="var(--galla-surface)"
      className={css.panel}
      aria-label={`Try it: ${title}`}
    >
      <form onSubmit={submit} noValidate>
        <Group
          component="header"
          gap={4}
          wrap="nowrap"
          pl="md"
          pr="xs"
          py={6}
          fz="sm"
          fw={600}
          className={css.bar}
        >
          <Box component="span" mr="auto">
            Try it
          </Box>
          {endpoint.path === createOrder.path && (
            <button type="button" className={css.quiet} onClick={body.again}>
              New client_txn_id
            </button>
          )}
          <button type="submit" className={css.send} aria-disabled={send.isPending}>
            {send.isPending ? 'Sending...' : 'Send'}
          </button>
        </Group>
        <Box
          ff="monospace"
          fz="sm"
          py="sm"
          px="md"
          bg="var(--galla-sunken)"
          className={`breaks ${css.request}`}
        >
          <p>
            <strong>{endpoint.method}</strong> {apiUrl}
            {endpoint.path}
          </p>
          {key.needed && key.own && (
            <p>
              <span>Authorization:</span> Bearer {key.value}
            </p>
          )}
          <p>
            <span>Content-Type:</span> application/json
          </p>
        </Box>
        <Box px="md" pt="sm" pb={4} className={css.fields}>
          {key.needed && !key.own && (
            <Field label="Test API key" error={isChecked && isKeyWrong ? KEY_WRONG : undefined}>
              {(props) => (
                <input
                  {...props}
                  value={key.value}
                  placeholder="key_test_..."
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={120}
                  onChange={(event) => key.type(event.target.value.trim())}
                />
              )}
            </Field>
          )}
          <Field label="Body" error={isChecked && isBodyWrong ? BODY_WRONG : undefined}>
            {(props) => (
              <textarea
                {...props}
                value={body.text}
                rows={Math.max(BODY_LINES_MIN, body.text.split('\n').length)}
                spellCheck={false}
                autoCapitalize="none"
                maxLength={10_000}
                onChange={(event) => body.type(event.target.value)}
              />
            )}
          </Field>
        </Box>
      </form>
      <div role="status" className={css.answer}>
        {send.isError && <p className={css.failed}>{UNREACHABLE}</p>}
        {send.data !== undefined && <Reply reply={send.data} made={body.made} call={call} />}
      </div>
    </Box>
  )
}

/** The merchant's own test key, where this page or the session knows it; else what is typed. */
function useKey(needed: boolean) {
  const guide = useGuide()
  const { remembered } = useSession()
  const fromPage = isTestKey(guide.key) ? guide.key : undefined
  const mode = remembered?.mode
  const asked = useQuery({
    queryKey: queryKeys.apiDetails.ofMode(mode),
    queryFn: async ({ signal }) => (await callEndpoint(getApiDetails, { signal })).data,
    enabled: needed && fromPage === undefined && mode === 'test',
  })
  const fromSession = mode === 'test' && isTestKey(asked.data?.apiKey ?? '') ? asked.data?.apiKey : undefined
  const [typed, type] = useState('')
  const own = fromPage ?? fromSession
  return { needed, own: own !== undefined, value: own ?? typed, type }
}

/** The example until somebody types; an order that was just made is the one that the other calls speak of. */
function useBody(call: TriedCall) {
  const { origin } = useGuide()
  const [unique, setUnique] = useState(newId)
  const { remembered } = useSession()
  const draft = `try.${call.endpoint.path}`
  const owner = remembered?.id ?? VISITOR
  const [typed, setTyped] = useState(() => storedDraft(draft, owner, { text: '' }).text || undefined)
  const type = (typedNow: string | undefined) => {
    setTyped(typedNow)
    // A key is nothing to be kept, also when somebody writes it into the body.
    if (typedNow === undefined || typedNow.includes(KEY_BEGIN)) dropDraft(draft, owner)
    else storeDraft(draft, owner, { text: typedNow })
  }
  const { data: made } = useQuery<Made | null>({
    queryKey: queryKeys.triedOrder,
    queryFn: () => null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const text = typed ?? JSON.stringify(bodyToTry(call, origin, unique, made ?? undefined), null, 2)
  const again = () => {
    type(undefined)
    setUnique(newId())
  }
  return { text, type, made: made ?? undefined, again }
}

const newId = (): string => crypto.randomUUID().slice(0, 8).toUpperCase()

interface FieldProps {
  readonly label: string
  readonly error: string | undefined
  readonly children: (props: {
    id: string
    'aria-invalid': boolean
    'aria-describedby': string
  }) => React.ReactNode
}

function Field({ label, error, children }: FieldProps) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': `${id}-error` })}
      <Box id={`${id}-error`} component="p" c="var(--galla-failed)" mih={21} fz="sm">
        {error}
      </Box>
    </div>
  )
}

function Reply({ reply, made, call }: { reply: PlainReply; made: Made | undefined; call: TriedCall }) {
  const { status, statusText, headers, text, durationMs } = reply
  const json = jsonOrNothing(text)
  const isOk = status < 400
  return (
    <>
      <Group component="p" gap="4px 16px" className={`tabular ${css.line}`}>
        <strong className={isOk ? css.ok : css.failed}>
          {status} {statusText}
        </strong>
        <span>{durationMs} ms</span>
        {isOk && made !== undefined && call.endpoint.path === createOrder.path && (
          <a href={made.paymentUrl} target="_blank" rel="noopener">
            Open its payment page <IconExternalLink size={14} aria-hidden />
          </a>
        )}
      </Group>
      <Group
        component="p"
        gap="2px 16px"
        align="stretch"
        ff="monospace"
        fz="sm"
        className={`breaks ${css.headers}`}
      >
        {SHOWN_HEADERS.filter((name) => headers.has(name)).map((name) => (
          <span key={name}>
            <span>{name}:</span> {headers.get(name)}
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
