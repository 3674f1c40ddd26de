/** Headers under which a bank sends its UPI messages alone, and apps that take UPI payments alone. */
const UPI_HEADERS = new Set(['SBIUPI', 'BOBUPI', 'INBUPI', 'CUBUPI'])
const UPI_APPS = new Set([
  'com.google.android.apps.nbu.paisa.merchant',
  'com.google.android.apps.nbu.paisa.user',
  'com.phonepe.app.business',
  'com.phonepe.app',
  'com.bharatpe.app',
  'in.org.npci.upiapp',
])

export function isUpiSender(sender: string): boolean {
  const name = sender.trim()
  const [, header = ''] = /^(?:[A-Z]{2}-)?([A-Z0-9]{3,9})(?:-[ST])?$/i.exec(name) ?? []
  return UPI_HEADERS.has(header.toUpperCase()) || UPI_APPS.has(name)
}
