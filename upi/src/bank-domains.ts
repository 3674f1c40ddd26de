import { BANKS } from './bank-header.ts'

/**
 * The domains from which each bank sends e-mail. The registry gives `.bank.in` names to banks of India only, so that a name which follows
 * the banks' habit and was not seen in use yet costs nothing. The older domains are the banks' own websites.
 */
const DOMAINS: Readonly<Record<string, string>> = {
  sbi: 'sbi.co.in alerts.sbi.co.in sbi.bank.in alerts.sbi.bank.in',
  hdfc: 'hdfcbank.net hdfcbank.com hdfcbank.bank.in hdfc.bank.in',
  icici: 'icicibank.com icici.bank.in',
  axis: 'axisbank.com axis.bank.in',
  kotak: 'kotak.com kotak.bank.in',
  pnb: 'pnb.co.in pnb.bank.in',
  bob: 'bankofbaroda.com bankofbaroda.bank.in',
  canara: 'canarabank.com canarabank.bank.in',
  union: 'unionbankofindia.bank.in',
  indusind: 'indusind.com indusind.bank.in',
  yes: 'yesbank.in yes.bank.in',
  idfc: 'idfcfirstbank.com idfcfirst.bank.in',
  federal: 'federalbank.co.in federal.bank.in',
  rbl: 'rblbank.com rbl.bank.in',
  idbi: 'idbibank.co.in idbi.bank.in',
  maharashtra: 'mahabank.co.in bankofmaharashtra.bank.in',
}

export interface BankDomain {
  readonly bankId: string
  readonly bankName: string
  readonly domain: string
}

export const BANK_DOMAINS: readonly BankDomain[] = BANKS.flatMap(({ id, name }) =>
  (DOMAINS[id]?.split(' ') ?? []).map((domain) => ({ bankId: id, bankName: name, domain })),
)

const BY_DOMAIN = new Map(BANK_DOMAINS.map((each) => [each.domain, each]))

/** The bank whose domain this is exactly; a subdomain or a similar name is nobody's. */
export const bankOfDomain = (domain: string): BankDomain | undefined => BY_DOMAIN.get(domain.toLowerCase())

/** Whether a sender's name or address contains a bank's domain although it is not the bank's. */
export const looksLikeBank = (from: string): boolean => {
  const text = from.toLowerCase()
  return BANK_DOMAINS.some(({ domain }) => text.includes(domain))
}

/** Few texts of which every bank's address contains one: what an IMAP server searches senders for. */
export const BANK_SENDER_TERMS: readonly string[] = [
  'bank',
  ...BANK_DOMAINS.map(({ domain }) => domain).filter((domain) => !domain.includes('bank')),
]
