import {
  decideSuggestedName,
  type MerchantAccount,
  type NameSource,
} from '@galla/contract/payment-accounts/accounts'
import { Group, Text } from '@mantine/core'
import { callEndpoint } from '../../api/api.ts'
import { ActionButton } from '../../components/feedback/action-button.tsx'
import { useAction } from '../../components/form/use-action.ts'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { merchantAccountQuery } from '../../queries/merchant-account.ts'
import { useMay } from '../../session/may.ts'

const REPORTED: Readonly<Record<NameSource, string>> = {
  statement: t('Your bank statement names the account holder'),
  provider: t('Your provider names the payee'),
}

function useDecideName() {
  return useAction({
    act: (body: { name: string; accept: boolean }) => callEndpoint(decideSuggestedName, { body }),
    failed: t('Failed to save the name'),
    answers: merchantAccountQuery.queryKey,
  })
}

/** The name that customers' apps show for the account, and a different one that a source reported. */
export function RegisteredName({ account }: { account: MerchantAccount }) {
  const { registeredName, suggestedName } = account
  const mayDecide = useMay()('POST /user/suggested-name')
  return (
    <div>
      {registeredName !== '' && <bdi>{registeredName}</bdi>}
      {suggestedName !== null && mayDecide && <Suggestion suggested={suggestedName} />}
    </div>
  )
}

function Suggestion({ suggested }: { suggested: NonNullable<MerchantAccount['suggestedName']> }) {
  const { mutate, isPending, variables } = useDecideName()
  const { name, source } = suggested
  return (
    <section aria-label={t('Suggested name')}>
      <Text>
        {richText(
          "{source} <b>{name}</b>. If your customers' apps show this name, the payment page should say so.",
          { b: (text) => <strong dir="auto">{text}</strong> },
          { source: REPORTED[source], name },
        )}
      </Text>
      <Group gap="xs" mt="xs">
        <ActionButton
          busy={isPending && variables.accept}
          busyLabel={t('Saving...')}
          onClick={() => mutate({ name, accept: true })}
        >
          {t('Use this name')}
        </ActionButton>
        <ActionButton
          variant="default"
          busy={isPending && !variables.accept}
          busyLabel={t('Dismissing...')}
          onClick={() => mutate({ name, accept: false })}
        >
          {t('Dismiss')}
        </ActionButton>
      </Group>
    </section>
  )
}
