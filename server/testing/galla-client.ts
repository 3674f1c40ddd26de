import { ORDER_BODY } from './order-body.ts'

/** Calls a Galla that listens on a port of this machine, as the dashboard and an integrator do. */
export const postTo = (
  port: number,
  path: string,
  payload: object,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`http://localhost:${port}/api/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  })

export const PORT_PASSWORD = 'correct horse battery'

export interface PortMerchant {
  readonly session: Readonly<Record<string, string>>
  readonly authorization: Readonly<Record<string, string>>
}

/** Logs in and returns the session's headers. */
export const logInOn = async (port: number, email: string): Promise<PortMerchant['session']> => {
  const origin = `http://localhost:${port}`
  const answer = await postTo(port, '/auth/login', { email, password: PORT_PASSWORD }, { origin })
  const cookie = answer.headers
    .getSetCookie()
    .map((text) => text.split(';', 1)[0])
    .join('; ')
  return { origin, cookie }
}

/** Registers a merchant and logs in: with the session's headers, and with those of the test key. */
export const registerOn = async (port: number, email: string): Promise<PortMerchant> => {
  const origin = `http://localhost:${port}`
  await postTo(
    port,
    '/auth/register',
    { email, password: PORT_PASSWORD, name: 'Sharma Tea', mobileNumber: '9876543210' },
    { origin },
  )
  const session = await logInOn(port, email)
  const details = await postTo(port, '/user/get-api-details', {}, session)
  const { data } = (await details.json()) as { data: { apiKey: string } }
  return { session, authorization: { authorization: `Bearer ${data.apiKey}` } }
}

/** `headers`: an Idempotency-Key, for example. */
export const createOn = (
  port: number,
  { authorization }: PortMerchant,
  clientTxnId: string,
  headers: Readonly<Record<string, string>> = {},
) =>
  postTo(
    port,
    '/order/create-order',
    { ...ORDER_BODY, client_txn_id: clientTxnId },
    { ...authorization, ...headers },
  )
