import {
  type BankEmailSource,
  connectMailbox,
  disconnectMailbox,
  readBankEmailSource,
  rotateEmailAddress,
  testMailbox,
} from '@galla/contract/bank-emails/bank-emails'
import { useMutation, useQuery } from '@tanstack/react-query'
import { callEndpoint, fetchData } from '../../../api/api.ts'
import { failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure } from '../../../components/feedback/toast.tsx'
import { useAction } from '../../../components/form/use-action.ts'
import { t } from '../../../locales/translate.ts'
import { nullWithoutAccount } from '../../../queries/merchant-account.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'
import type { MailboxFields } from './mailbox-fields.ts'
import { toMailboxForm } from './mailbox-fields.ts'

/** The state of a newly connected mailbox appears without a reload. */
const REFRESH_MS = 5_000

const failureTexts = (what: string) => ({
  failed: t('Failed to {what}', { what }),
  unreachable: t('Something went wrong while trying to {what}', { what }),
})

/** The mailbox and the receiving address of the account in the current mode; null without an account. */
export function useBankEmail() {
  const { mode } = useUser()
  return useQuery({
    queryKey: queryKeys.bankEmail(mode),
    queryFn: ({ signal }) => nullWithoutAccount(fetchData(readBankEmailSource, { signal })),
    refetchInterval: REFRESH_MS,
  })
}

interface Done {
  readonly onDone: () => void
  readonly onFailed?: (error: unknown) => void
}

function useChange<Input>(
  change: (input: Input) => Promise<{ readonly data: BankEmailSource; readonly msg: string }>,
  texts: { readonly done: string; readonly what: string },
  { onDone, onFailed }: Done,
) {
  const { mode } = useUser()
  return useAction({
    act: change,
    failed: failureTexts(texts.what),
    done: texts.done,
    answers: queryKeys.bankEmail(mode),
    onDone,
    onFailed: (error) => {
      onFailed?.(error)
      return false
    },
  })
}

export const useConnectMailbox = (done: Done) =>
  useChange(
    (fields: MailboxFields) => callEndpoint(connectMailbox, { body: toMailboxForm(fields) }),
    { done: t('Mailbox saved'), what: t('save the mailbox') },
    done,
  )

export const useDisconnectMailbox = (onDone: () => void) =>
  useChange(
    (_: undefined) => callEndpoint(disconnectMailbox),
    { done: t('Mailbox disconnected'), what: t('disconnect the mailbox') },
    { onDone },
  )

export const useRotateEmailAddress = (done: Done) =>
  useChange(
    (bankWritesTo: string) => callEndpoint(rotateEmailAddress, { body: { bankWritesTo } }),
    { done: t('Address created'), what: t('create the address') },
    done,
  )

/** Tests the login of the mailbox and shows the result. */
export const useTestMailbox = (onFailed: (error: unknown) => void) =>
  useMutation({
    mutationFn: (fields: MailboxFields) => callEndpoint(testMailbox, { body: toMailboxForm(fields) }),
    onError: (error) => {
      onFailed(error)
      toastFailure(failureMessage(error, failureTexts(t('test the mailbox'))))
    },
  })
