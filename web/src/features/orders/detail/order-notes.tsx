import { MAX_LENGTH } from '@galla/contract/field-lengths'
import { addOrderNote } from '@galla/contract/orders/transactions'
import { Stack, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../../api/api.ts'
import { Quote } from '../../../components/display/quote.tsx'
import { When } from '../../../components/display/when.tsx'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { messagesFrom } from '../../../components/form/form-errors.ts'
import { useAction } from '../../../components/form/use-action.ts'
import { useCheckedForm } from '../../../components/form/use-checked-form.ts'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'
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

/** The draft survives a failed save, a closed drawer, an expired session and a reload. */
function NoteForm({ orderId }: { orderId: string }) {
  const { form, formProps, whenValid, showErrors, clear } = useCheckedForm({
    initialValues: { text: '' },
    validate: ({ text }) => (text.trim() === '' ? { text: t('Please write a note') } : {}),
    draft: { name: `order-note.${orderId}` },
  })
  const queryClient = useQueryClient()
  const save = useAction({
    act: ({ text }: { readonly text: string }) =>
      callEndpoint(addOrderNote, { params: { orderId }, body: { text } }),
    failed: t('Failed to save the note'),
    done: ({ msg }) => msg || t('Note saved'),
    onDone: () => {
      clear({ text: '' })
      void queryClient.invalidateQueries({ queryKey: queryKeys.orders.all, predicate: isOfOrder(orderId) })
    },
    onFailed: (cause) => {
      const messages = messagesFrom(cause)
      showErrors(messages)
      return messages.text !== undefined
    },
  })
  const submit = (fields: { readonly text: string }) => {
    if (!save.isPending) save.mutate(fields)
  }
  return (
    <form {...formProps(submit)}>
      <Stack gap="xs" align="flex-start">
        <Textarea
          w="100%"
          label={t('New note')}
          placeholder={t('What you want to remember about this order')}
          rows={2}
          maxLength={MAX_LENGTH.note}
          {...form.getInputProps('text')}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) whenValid(submit)()
          }}
        />
        <ActionButton type="submit" variant="default" busy={save.isPending} busyLabel={t('Saving...')}>
          {t('Add note')}
        </ActionButton>
      </Stack>
    </form>
  )
}

const isOfOrder =
  (orderId: string) =>
  ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
    queryKey.includes(orderId)
