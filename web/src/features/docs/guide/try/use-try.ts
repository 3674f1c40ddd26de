import { createOrder } from '@galla/contract/orders/orders'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { randomId } from '../../../../browser/random-id.ts'
import { dropDraft, storeDraft, storedDraft } from '../../../../components/form/stored-draft.ts'
import { apiDetailsQuery } from '../../../../queries/api-details.ts'
import { queryKeys } from '../../../../query-keys.ts'
import { useSession } from '../../../../session/session.tsx'
import { useGuide } from '../guide-context.tsx'
import { callWithKey } from './call-with-key.ts'
import { bodyToTry, isTestKey, jsonOrNothing, type Made, madeBy, type TriedCall } from './tried-body.ts'

const VISITOR = 'visitor'
const KEY_BEGIN = 'key_'

/** The key and the body of a call that the reader tries. */
export function useTry(call: TriedCall) {
  const { endpoint } = call
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
  const submit = () => {
    setChecked(true)
    if (!isKeyWrong && !isBodyWrong && !send.isPending) send.mutate()
  }
  return {
    key,
    body,
    send,
    submit,
    isKeyWrong: isChecked && isKeyWrong,
    isBodyWrong: isChecked && isBodyWrong,
  }
}

/** The merchant's own test key, where the page or the session knows it; else the typed one. */
function useKey(needed: boolean) {
  const guide = useGuide()
  const { user } = useSession()
  const fromPage = isTestKey(guide.key) ? guide.key : undefined
  const mode = user?.mode
  const asked = useQuery({
    ...apiDetailsQuery(mode),
    enabled: needed && fromPage === undefined && mode === 'test',
  })
  const fromSession = mode === 'test' && isTestKey(asked.data?.apiKey ?? '') ? asked.data?.apiKey : undefined
  const [typed, type] = useState('')
  const own = fromPage ?? fromSession
  return { needed, own: own !== undefined, value: own ?? typed, type }
}

/** The example body until the reader edits it. Calls about an order use the one created last. */
function useBody(call: TriedCall) {
  const { origin } = useGuide()
  const [unique, setUnique] = useState(newId)
  const { remembered } = useSession()
  const draft = `try.${call.endpoint.path}`
  const owner = remembered?.email ?? VISITOR
  const [typed, setTyped] = useState(() => storedDraft(draft, owner, { text: '' }).text || undefined)
  const type = (typedNow: string | undefined) => {
    setTyped(typedNow)
    // A key must not be stored, even when it is typed into the body.
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

const newId = (): string => randomId().slice(0, 8).toUpperCase()
