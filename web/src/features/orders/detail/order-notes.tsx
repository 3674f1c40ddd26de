import { MAX_LENGTH } from '@galla/contract/fields'
import { addOrderNote } from '@galla/contract/orders/transactions'
import { Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { Quote } from '../../../components/display/quote.tsx'
import { When } from '../../../components/display/when.tsx'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../../components/feedback/toast.tsx'
import { ActionButton } from '../../../components/form/action-button.tsx'
import { messagesFrom } from '../../../components/form/form-errors.ts'
import { dropDraft, storeDraft, storedDraft } from '../../../components/form/stored-draft.ts'
import detail from '../../../components/layout/detail.module.css'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'
import type { Order } from './order-history.ts'
import { Quiet } from './quiet.tsx'

export function OrderNotes({ order }: { order: Order }) {
  return (
    <DetailSection title={t('Notes')} note={t('Only you see them')}>
      {order.notes.length > 0 && (
        <Stack component="ul" gap="sm" mb="md" className="plain-list">
          {order.notes.map(({ at, by, text }) => (
            <li key={`${at} ${text}`}>
              <Quote text={[text]} />
              <Quiet pl={17}>
                {by} · <When at={at} />
              </Quiet>
            </li>
          ))}
        </Stack>
      )}
      <NoteForm orderId={order.orderId} />
    </DetailSection>
  )
}

function NoteForm({ orderId }: { orderId: string }) {
  const { draft, setDraft, error, saving, save } = useNote(orderId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <form className={detail.noteForm} onSubmit={submit} noValidate>
      <Textarea
        label={t('New note')}
        placeholder={t('What you want to remember about this order')}
        rows={2}
        maxLength={MAX_LENGTH.note}
        value={draft}
        error={error}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        }}
      />
      <ActionButton type="submit" variant="default" busy={saving} busyLabel={t('Saving...')}>
        {t('Add note')}
      </ActionButton>
    </form>
  )
}

/** What is being written survives a failed save, a closed drawer, an ended session and a reload. */
function useNote(orderId: string) {
  const { id } = useUser()
  const queryClient = useQueryClient()
  const form = `order-note.${orderId}`
  const [draft, setDraftText] = useState(() => storedDraft(form, id, { text: '' }).text)
  const [error, setError] = useState('')
  const setDraft = (text: string) => {
    setDraftText(text)
    setError('')
    if (text === '') dropDraft(form, id)
    else storeDraft(form, id, { text })
  }
  const saving = useMutation({
    mutationFn: (text: string) => callEndpoint(addOrderNote, { params: { orderId }, body: { text } }),
    onSuccess: async ({ msg }) => {
      setDraft('')
      await queryClient.invalidateQueries({ queryKey: queryKeys.orders.all, predicate: isOfOrder(orderId) })
      toastSuccess(msg === '' ? t('Note saved') : msg)
    },
    onError: (cause) => {
      const message = messagesFrom(cause).text
      if (message === undefined) toastFailure(failureMessage(cause, t('Failed to save the note')))
      else setError(message)
    },
  })
  const save = () => {
    if (saving.isPending) return
    if (draft.trim() === '') setError(t('Please write a note'))
    else saving.mutate(draft)
  }
  return { draft, setDraft, error, saving: saving.isPending, save }
}

const isOfOrder =
  (orderId: string) =>
  ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
    queryKey.includes(orderId)
