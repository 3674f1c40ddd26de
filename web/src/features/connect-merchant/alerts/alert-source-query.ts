import type { removeAlertSecret, rotateAlertSecret } from '@galla/contract/bank-alerts/alert-signing'
import { readAlertSource, receiveAlert, rotateAlertToken } from '@galla/contract/bank-alerts/alerts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callEndpoint, fetchData } from '../../../api/api.ts'
import { useAction } from '../../../components/form/use-action.ts'
import { deviceTimeMs } from '../../../format/clock.ts'
import { t } from '../../../locales/translate.ts'
import { nullWithoutAccount } from '../../../queries/merchant-account.ts'
import { queryKeys } from '../../../query-keys.ts'
import { useUser } from '../../../session/session.tsx'

/** The first message of a new phone appears without a reload. */
const REFRESH_MS = 15_000

/** The alert address of the account in the current mode; null without an account. */
export function useAlertSource() {
  const { mode } = useUser()
  return useQuery({
    queryKey: queryKeys.alertSource(mode),
    queryFn: ({ signal }) => nullWithoutAccount(fetchData(readAlertSource, { signal })),
    refetchInterval: REFRESH_MS,
  })
}

/** Creates the address, or replaces it. */
export function useNewAddress(done: string) {
  const { mode } = useUser()
  const queryClient = useQueryClient()
  return useAction({
    act: () => callEndpoint(rotateAlertToken),
    failed: t('Failed to create an alert address'),
    done,
    refreshes: queryKeys.alertSource(mode),
    onDone: () => void queryClient.invalidateQueries({ queryKey: queryKeys.apiDetails.all }),
  })
}

/** Creates or removes the signing secret of the address. */
export function useSigningChange<E extends typeof rotateAlertSecret | typeof removeAlertSecret>(
  endpoint: E,
  texts: { readonly done: string; readonly failed: string },
) {
  const { mode } = useUser()
  return useAction({
    act: () => callEndpoint(endpoint),
    ...texts,
    refreshes: queryKeys.alertSource(mode),
  })
}

/** Sends a test message to the alert address, like a phone does; the server only parses it. */
export async function tryAlert(alertUrl: string, message: { sender: string; text: string }) {
  const token = new URL(alertUrl).pathname.split('/').at(-1) ?? ''
  const { data } = await callEndpoint(receiveAlert, {
    params: { token },
    query: { test: '1' },
    body: { from: message.sender, text: message.text, sentStamp: String(deviceTimeMs()) },
  })
  if (data === undefined) throw new Error('a test that was not answered')
  return data
}
