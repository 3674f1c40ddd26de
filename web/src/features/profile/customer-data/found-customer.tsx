import { eraseCustomer, exportCustomer } from '@galla/contract/customer-data/customer-data'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '../../../api/api.ts'
import { inFileName, saveFile } from '../../../browser/file-download.ts'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure } from '../../../components/feedback/toast.tsx'
import { useAction } from '../../../components/form/use-action.ts'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'

interface FoundProps {
  readonly contact: string
  readonly found: { readonly orders: number; readonly open: number }
  readonly onChanged: () => void
}

/** What there is of a customer, to download and to erase. */
export function FoundCustomer({ contact, found: { orders, open }, onChanged }: FoundProps) {
  const [asks, setAsks] = useState(false)
  const download = useMutation({
    mutationFn: () => callEndpoint(exportCustomer, { body: { contact } }),
    onSuccess: ({ data }) =>
      saveFile(`customer-${inFileName(contact)}.json`, 'application/json', [JSON.stringify(data, null, 2)]),
    onError: (error) => toastFailure(failureMessage(error, t('The file could not be made'))),
  })
  const erase = useAction({
    act: () => callEndpoint(eraseCustomer, { body: { contact } }),
    failed: t('The customer could not be erased'),
    done: ({ data }) => t('Erased from {erased, plural, one {# order} other {# orders}}.', { ...data }),
    refreshes: queryKeys.orders.all,
    onDone: () => {
      setAsks(false)
      onChanged()
    },
  })
  return (
    <Stack gap="md" mt="lg" align="flex-start">
      <Text role="status">
        {orders === 0
          ? t('No order has this customer.')
          : t(
              '{orders, plural, one {# order has} other {# orders have}} this customer, {open} of them open.',
              {
                orders,
                open,
              },
            )}
      </Text>
      {orders > 0 && (
        <Group gap="sm">
          <ActionButton
            variant="default"
            busy={download.isPending}
            busyLabel={t('Downloading...')}
            onClick={() => download.mutate()}
          >
            {t('Download as JSON')}
          </ActionButton>
          <Button variant="default" c="var(--galla-failed)" onClick={() => setAsks(true)}>
            {t('Erase the customer')}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={asks}
        title={t('Erase {contact}?', { contact })}
        action={t('Erase')}
        busyLabel={t('Erasing...')}
        busy={erase.isPending}
        onConfirm={() => erase.mutate(undefined)}
        onClose={() => setAsks(false)}
      >
        <p>
          {t(
            'The name, mobile number and e-mail address leave these orders, and what the customer wrote in reusable links. Open orders follow when they end. Amounts and UTRs stay. This cannot be undone.',
          )}
        </p>
      </ConfirmDialog>
    </Stack>
  )
}
