import { statementAccounts } from '@galla/contract/bank-statements/statements'
import { NativeSelect } from '@mantine/core'
import { useData } from '../../api/use-data.ts'
import { QueryError } from '../../components/feedback/query-error.tsx'
import { t } from '../../locales/translate.ts'
import { queryKeys } from '../../query-keys.ts'
import { useUser } from '../../session/session.tsx'

const FAILURE = {
  failed: t('Your accounts could not be fetched'),
  unreachable: t('Your accounts could not be fetched. Please check your connection.'),
}

function useStatementAccounts() {
  const { mode } = useUser()
  return useData(queryKeys.statementAccounts(mode), statementAccounts)
}

interface AccountChoiceProps {
  readonly upiId: string
  readonly disabled: boolean
  readonly onChange: (upiId: string) => void
}

/** Asks for the statement's account, if the merchant had several. '' is the current one. */
export function AccountChoice({ upiId, disabled, onChange }: AccountChoiceProps) {
  const accounts = useStatementAccounts()
  // Without the list of accounts, the statement would be imported for the current one.
  if (accounts.data === undefined && accounts.isError)
    return <QueryError query={accounts} failure={FAILURE} />
  if (accounts.data === undefined || accounts.data.length < 2) return null
  return (
    <NativeSelect
      maw={420}
      mb="md"
      label={t('Statement of')}
      description={t('Payments in the statement are matched with the orders of this account.')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled={disabled}
      value={upiId}
      data={accounts.data.map((account) => ({
        value: account.current ? '' : account.upiId,
        label: `${account.upiId} (${account.current ? 'current' : 'before'})`,
      }))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
