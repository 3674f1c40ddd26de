import { IconInfoCircle } from 'virtual:icons'
import { answerDigits, type NamedDigits } from '@galla/contract/bank-alerts/account-digits'
import { Group, Stack, Text } from '@mantine/core'
import { callEndpoint } from '../../../api/api.ts'
import { ActionButton } from '../../../components/feedback/action-button.tsx'
import { Notice } from '../../../components/feedback/notice.tsx'
import { useAction } from '../../../components/form/use-action.ts'
import { t } from '../../../locales/translate.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'

const STANDINGS = {
  own: t("The shop's"),
  asked: t('Payments wait'),
  other: t("Not the shop's"),
} as const

/** The accounts that messages named, once they name several: which of them are the shop's? */
export function NamedAccounts({ named }: { named: readonly NamedDigits[] }) {
  const isAsking = named.some(({ standing }) => standing === 'asked')
  if (named.length < 2 && named.every(({ standing }) => standing === 'own')) return null
  return (
    <section aria-label={t("Which account is the shop's?")}>
      <Notice
        tone={isAsking ? 'pending' : 'calm'}
        Icon={IconInfoCircle}
        title={t("Which account is the shop's?")}
      >
        <p>
          {t(
            "Your messages name several bank accounts. Payments to an account that you have not confirmed wait in Reconciliation. Messages about an account that is not the shop's are ignored.",
          )}
        </p>
        <Stack gap="xs" mt="xs">
          {named.map((each) => (
            <NamedAccount key={each.digits} {...each} />
          ))}
        </Stack>
      </Notice>
    </section>
  )
}

function NamedAccount({ digits, standing }: NamedDigits) {
  const { mode } = useUser()
  const answer = useAction({
    act: (isShops: boolean) => callEndpoint(answerDigits, { body: { digits, isShops } }),
    failed: t('Failed to save the answer'),
    done: t('Saved'),
    refreshes: queryKeys.alertSource(mode),
  })
  const name = t('Account ending in {digits}', { digits })
  const choice = (isShops: boolean) => (
    <ActionButton
      variant="default"
      busy={answer.isPending}
      busyLabel={t('Saving...')}
      onClick={() => answer.mutate(isShops)}
    >
      {isShops ? t("The shop's") : t("Not the shop's")}
    </ActionButton>
  )
  return (
    <Group role="group" aria-label={name} gap="xs" justify="space-between" wrap="wrap">
      <Text>
        {name} · {STANDINGS[standing]}
      </Text>
      <Group gap="xs">
        {standing !== 'own' && choice(true)}
        {standing !== 'other' && choice(false)}
      </Group>
    </Group>
  )
}
