import { IconFileInvoice } from 'virtual:icons'
import { subscriptionInvoice } from '@galla/contract/subscriptions/billing'
import { useMutation } from '@tanstack/react-query'
import { isNotFound } from '../../api/api.ts'
import { createFileDownload } from '../../api/file-download.ts'
import { receiveFile } from '../../api/receive-file.ts'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure } from '../../components/feedback/toast.tsx'
import { ActionButton } from '../../components/form/action-button.tsx'
import { t } from '../../locales/translate.ts'

const NOT_YET = t('The invoice is being made. Please try again in a moment.')

/** Received whole and only then saved. */
async function saveInvoice(orderId: string): Promise<void> {
  const file = createFileDownload('application/pdf')
  let name = 'invoice.pdf'
  await receiveFile(
    subscriptionInvoice,
    { params: { orderId } },
    {
      signal: new AbortController().signal,
      onBegin: (beginning) => {
        name = beginning.name ?? name
      },
      onBytes: file.add,
    },
  )
  file.save(name)
}

export function InvoiceButton({ orderId }: { orderId: string }) {
  const download = useMutation({
    mutationFn: () => saveInvoice(orderId),
    onError: (error) => {
      toastFailure(isNotFound(error) ? NOT_YET : failureMessage(error, t('Failed to download the invoice')))
    },
  })
  return (
    <ActionButton
      variant="default"
      px={12}
      aria-label={download.isPending ? undefined : t('Invoice of {orderId}', { orderId })}
      title={t('Download the invoice as a PDF')}
      busy={download.isPending}
      busyLabel={t('Saving...')}
      leftSection={<IconFileInvoice />}
      onClick={() => download.mutate()}
    >
      {t('Invoice')}
    </ActionButton>
  )
}
