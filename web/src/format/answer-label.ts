import { t } from '../locales/translate.ts'

/** An attempt to call the merchant's server. */
interface Attempt {
  readonly status: number | null
  readonly error: string | null
}

/** Why there was no answer, by the code of `outgoing-http.ts`. */
const REASONS: Readonly<Record<string, string>> = {
  bad_url: t('The URL cannot be used'),
  private_address: t('The host is not on the public internet'),
  dns_failed: t('The host name was not found'),
  connect_failed: t('Nothing accepts connections there'),
  tls_failed: t('The TLS certificate is not valid'),
  timed_out: t('No answer in time'),
  connection_lost: t('The connection was lost'),
  busy: t('Galla was busy'),
}

/** What the merchant's server answered. */
export const answerLabel = ({ status, error }: Attempt): string =>
  status === null ? (REASONS[error ?? ''] ?? t('No answer')) : `HTTP ${status}`
