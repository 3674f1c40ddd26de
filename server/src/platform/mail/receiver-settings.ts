/** Settings for an installation that receives e-mail by SMTP. */
export interface EmailReceiverSettings {
  /** The host name of the addresses; the MX record of the domain names it. */
  readonly host: string
  readonly port: number
  /** Files in PEM. None: connections are not encrypted. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
}

export const RECEIVER_FORM =
  'smtp://HOST:PORT with ?cert=FILE&key=FILE, such as smtp://alerts.example.com:2525?cert=/etc/galla/mail.crt&key=/etc/galla/mail.key'

const SMTP_PORT = 25

export const parseEmailReceiver = (text: string): EmailReceiverSettings | undefined => {
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port, pathname, username, password, searchParams } = new URL(text)
  if (protocol !== 'smtp:' || hostname === '' || username + password !== '' || pathname.length > 1)
    return undefined
  const [certFile, keyFile] = [searchParams.get('cert'), searchParams.get('key')]
  if ((certFile === null) !== (keyFile === null)) return undefined
  return {
    host: hostname.toLowerCase(),
    port: port === '' ? SMTP_PORT : Number(port),
    tls: certFile === null || keyFile === null ? undefined : { certFile, keyFile },
  }
}
