import { type MerchantAccount, testConnection } from '@galla/contract/payment-accounts/accounts'
import { VERIFICATION_NAMES } from '@galla/contract/payment-accounts/verification'
import { Box, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'
import { merchantAccountQuery } from '../../api/merchant-account.ts'
import { failureMessage } from '../../components/feedback/failure-message.ts'
import { toastFailure, toastSuccess } from '../../components/feedback/toast.tsx'
import { ToneBadge } from '../../components/feedback/tone-badge.tsx'
import { ActionButton } from '../../components/form/action-button.tsx'
import { displayWhenInFull } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import { RecognisedBy } from './alerts/recognised-by.tsx'

const STATES = {
  untested: { label: t('Not tried yet'), tone: 'calm' },
  working: { label: t('Working'), tone: 'success' },
  failing: { label: t('Failing'), tone: 'pending' },
  paused: { label: t('Paused'), tone: 'pending' },
} as const

type Health = NonNullable<MerchantAccount['verification']>['health']

const explanation = ({ state, detail, lastWorkedAt }: Health): string | undefined => {
  if (state === 'untested') return t('The first payment or a test will show it.')
  if (state === 'working')
    return lastWorkedAt === null
      ? undefined
      : t('Last answered {lastWorkedAt}.', { lastWorkedAt: displayWhenInFull(lastWorkedAt) })
  const since =
    lastWorkedAt === null
      ? t('It has not worked yet')
      : t('Last worked {lastWorkedAt}', { lastWorkedAt: displayWhenInFull(lastWorkedAt) })
  return `${detail}. ${since}.`
}

/** Whether the account's provider answers, and a button that finds it out. */
export function ConnectionHealth({ account }: { account: MerchantAccount }) {
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => callEndpoint(testConnection, {}),
    onSuccess: ({ data }) => {
      if (data.works) toastSuccess(data.detail)
      else toastFailure(data.detail)
    },
    onError: (error) => toastFailure(failureMessage(error, t('The connection could not be tested'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: merchantAccountQuery.queryKey }),
  })
  if (account.verification === null) return <RecognisedBy />
  const { source, health } = account.verification
  const { label, tone } = STATES[health.state]
  return (
    <Group gap="6px 12px" flex={1}>
      <Box flex="1 1 200px">
        {VERIFICATION_NAMES[source]} <ToneBadge tone={tone}>{label}</ToneBadge>
        <Text c="dimmed">{explanation(health)}</Text>
      </Box>
      <ActionButton
        variant="default"
        busy={test.isPending}
        busyLabel={t('Testing...')}
        onClick={() => test.mutate()}
      >
        {t('Test connection')}
      </ActionButton>
    </Group>
  )
}
