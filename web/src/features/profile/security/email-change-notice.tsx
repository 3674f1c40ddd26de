import { IconMail } from 'virtual:icons'
import { cancelEmailChange, getEmailChange, resendEmailChange } from '@galla/contract/merchants/email-change'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { callEndpoint, fetchData } from '../../../api/api.ts'
import { Notice } from '../../../components/feedback/notice.tsx'
import { ActionButton } from '../../../components/form/action-button.tsx'
import { useAction } from '../../../components/form/use-action.ts'
import { richText } from '../../../locales/rich-text.tsx'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'

/** A new address that waits for the link mailed to it; nothing where none does. */
export function EmailChangeNotice() {
  const { data: pending } = useQuery({
    queryKey: queryKeys.emailChange,
    queryFn: ({ signal }) => fetchData(getEmailChange, { signal }),
    // It may be confirmed in another tab or on another device.
    refetchOnWindowFocus: 'always',
  })
  if (pending === undefined || pending === null) return null
  return (
    <section aria-label={t('New email address')}>
      <Notice tone="created" Icon={IconMail} mb="md" action={<Actions />}>
        {richText(
          '<b>{newEmail}</b> is waiting for confirmation. Open the link that we mailed there; until then your address stays as it is.',
          { b: (text) => <strong>{text}</strong> },
          { newEmail: pending.newEmail },
        )}
      </Notice>
    </section>
  )
}

function Actions() {
  const shared = { failed: t('This could not be done'), refreshes: queryKeys.emailChange }
  const resend = useAction({ act: () => callEndpoint(resendEmailChange), ...shared })
  const cancel = useAction({ act: () => callEndpoint(cancelEmailChange), ...shared })
  const isBusy = resend.isPending || cancel.isPending
  return (
    <Group gap="xs">
      <ActionButton
        variant="default"
        busy={resend.isPending}
        busyLabel={t('Sending...')}
        disabled={isBusy}
        onClick={() => resend.mutate()}
      >
        {t('Send again')}
      </ActionButton>
      <ActionButton
        variant="subtle"
        busy={cancel.isPending}
        busyLabel={t('Cancelling...')}
        disabled={isBusy}
        onClick={() => cancel.mutate()}
      >
        {t('Cancel change')}
      </ActionButton>
    </Group>
  )
}
