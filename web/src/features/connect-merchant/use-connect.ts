import { connectMerchant } from '@galla/contract/payment-accounts/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callEndpoint } from '../../api/api.ts'
import { merchantAccountQuery } from '../../api/merchant-account.ts'
import { useSession, useUser } from '../../session/session.tsx'
import { type ConnectFields, connectBody } from './connect-fields.ts'

interface Outcomes {
  readonly onConnected: (msg: string) => void
  readonly onFailed: (error: unknown) => void
}

/** The card shows the new account at once, and the whole dashboard works in live mode from then on. */
export function useConnect({ onConnected, onFailed }: Outcomes) {
  const user = useUser()
  const { update } = useSession()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (fields: ConnectFields) => {
      const body = connectBody(fields)
      if (body === undefined) throw new Error('fields that were not checked')
      return callEndpoint(connectMerchant, { body })
    },
    onSuccess: ({ data, msg }) => {
      queryClient.setQueryData(merchantAccountQuery.queryKey, data)
      update({ ...user, mode: 'live' })
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      onConnected(msg)
    },
    onError: onFailed,
  })
}
